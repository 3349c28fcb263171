package io.iamplane.audit.checkpoint;

import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.chain.note.Checkpoint;
import io.iamplane.chain.note.MalformedNoteException;
import io.iamplane.chain.note.SignedNote;
import io.iamplane.shared.OrganizationId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Copies of checkpoints outside of the database: {@code <organization id>/<size>.checkpoint} below
 * a directory, such as a mounted bucket or a write-once volume. The owner of the database alone
 * cannot change them.
 */
public record AnchorDirectory(Path directory) {

  private static final String SUFFIX = ".checkpoint";
  private static final Pattern NAME = Pattern.compile("[0-9]{20}\\.checkpoint");

  List<OrganizationId> organizations() {
    requireDirectory();
    return list(directory).stream()
        .map(each -> OrganizationId.parse(each.getFileName().toString()))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * The copies of an organization's checkpoints, the shortest first; none if the organization has
   * no directory. Their signatures are not verified here.
   *
   * @param all every one; else the longest alone, since its root covers the others
   * @throws AnchorException if the directory cannot be read, or a file in it is no checkpoint
   */
  List<StoredCheckpoint> read(OrganizationId organization, boolean all) {
    requireDirectory();
    List<Path> files =
        list(directory.resolve(organization.toString())).stream()
            .filter(each -> each.getFileName().toString().endsWith(SUFFIX))
            .toList();
    files.forEach(AnchorDirectory::requireName);
    int first = all ? 0 : Math.max(0, files.size() - 1);
    return files.subList(first, files.size()).stream().map(AnchorDirectory::checkpoint).toList();
  }

  /**
   * Copies a checkpoint, whole or not at all, and so that it outlives a loss of power. The same one
   * is left where it is there already.
   *
   * @throws AnchorException when that fails, or another checkpoint of this size is there
   */
  public void write(OrganizationId organization, StoredCheckpoint checkpoint) {
    Path files = directory.resolve(organization.toString());
    Path file = files.resolve(name(checkpoint.size()));
    byte[] note = checkpoint.note().getBytes(StandardCharsets.UTF_8);
    try {
      if (make(files)) {
        sync(directory);
      }
      if (!holds(file, note)) {
        put(file, note);
        sync(files);
      }
    } catch (IOException e) {
      throw new AnchorException("cannot copy the checkpoint to " + file, e);
    }
  }

  @Override
  public String toString() {
    return directory.toString();
  }

  private void requireDirectory() {
    if (!Files.isDirectory(directory)) {
      throw new AnchorException("the anchor " + directory + " is not a directory", null);
    }
  }

  /** The files of a directory, by name; empty only if there is no such directory for certain. */
  private static List<Path> list(Path directory) {
    try (Stream<Path> all = Files.list(directory)) {
      return all.sorted(Comparator.comparing(each -> each.getFileName().toString())).toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException | UncheckedIOException e) {
      throw new AnchorException("the anchor " + directory + " cannot be read", e);
    }
  }

  private static void requireName(Path file) {
    if (!NAME.matcher(file.getFileName().toString()).matches()) {
      throw new AnchorException(
          file + " is not a checkpoint: its name must be its size, written with 20 digits", null);
    }
  }

  private static StoredCheckpoint checkpoint(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      Checkpoint checkpoint = Checkpoint.parse(SignedNote.parse(bytes).text());
      if (!file.getFileName().toString().equals(name(checkpoint.size()))) {
        throw new AnchorException(
            "the size in " + file + " differs from the size in its name", null);
      }
      return new StoredCheckpoint(
          checkpoint.size(),
          checkpoint.root().bytes(),
          new byte[0],
          new String(bytes, StandardCharsets.UTF_8),
          Instant.EPOCH);
    } catch (MalformedNoteException e) {
      throw new AnchorException(
          file + " is not a checkpoint, or is incomplete: " + e.getMessage(), e);
    } catch (IOException e) {
      throw new AnchorException(file + " cannot be read", e);
    }
  }

  private static String name(long size) {
    return "%020d%s".formatted(size, SUFFIX);
  }

  /** Makes the directory if it is absent; true if it was. */
  private static boolean make(Path files) throws IOException {
    try {
      Files.createDirectory(files);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  private static boolean holds(Path file, byte[] note) throws IOException {
    try {
      if (Arrays.equals(Files.readAllBytes(file), note)) {
        return true;
      }
    } catch (NoSuchFileException e) {
      return false;
    }
    throw new AnchorException(file + " already contains a different checkpoint", null);
  }

  private static void put(Path file, byte[] note) throws IOException {
    Path draft = Files.createTempFile(file.getParent(), "draft", ".tmp");
    try {
      writeThrough(draft, note);
      move(draft, file);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void writeThrough(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
  }

  private static void move(Path draft, Path file) throws IOException {
    try {
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      // Mounted buckets know no rename; there an upload is whole or not there by itself.
      Files.move(draft, file);
    }
  }

  private static void sync(Path files) {
    try (FileChannel channel = FileChannel.open(files, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Not every file system opens a directory; the file itself was forced.
      return;
    }
  }
}
