package io.iamplane.auditor;

import io.iamplane.audit.checkpoint.StoredCheckpoint;
import io.iamplane.audit.note.Checkpoint;
import io.iamplane.audit.note.MalformedNoteException;
import io.iamplane.audit.note.SignedNote;
import io.iamplane.shared.OrganizationId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Copies of checkpoints outside of the database: {@code <organization id>/<size>.checkpoint} below
 * a directory, such as a mounted bucket or a write-once volume. Who owns the database alone cannot
 * change them.
 */
final class AnchorDirectory {

  private static final String SUFFIX = ".checkpoint";

  private final Path directory;

  AnchorDirectory(Path directory) {
    this.directory = directory;
  }

  /**
   * The copies of an organization's checkpoints, the shortest first. Their signatures are not
   * verified here.
   *
   * @throws AnchorException when the directory cannot be read, or a file in it is no checkpoint
   */
  List<StoredCheckpoint> read(OrganizationId organization) {
    if (!Files.isDirectory(directory)) {
      throw new AnchorException("the anchor " + directory + " is no directory", null);
    }
    Path files = directory.resolve(organization.toString());
    if (!Files.exists(files)) {
      return List.of();
    }
    List<StoredCheckpoint> found = new ArrayList<>();
    try (Stream<Path> all = Files.list(files)) {
      for (Path file : all.filter(each -> each.toString().endsWith(SUFFIX)).toList()) {
        found.add(checkpoint(file));
      }
    } catch (IOException e) {
      throw new AnchorException("the anchor " + files + " cannot be read", e);
    }
    found.sort(Comparator.comparingLong(StoredCheckpoint::size));
    return found;
  }

  /**
   * Copies a checkpoint, whole or not at all, and so that it outlives a loss of power. One that is
   * there already is left.
   *
   * @throws AnchorException when that fails
   */
  void write(OrganizationId organization, StoredCheckpoint checkpoint) {
    Path files = directory.resolve(organization.toString());
    Path file = files.resolve("%020d%s".formatted(checkpoint.size(), SUFFIX));
    try {
      if (Files.exists(file)) {
        return;
      }
      Files.createDirectories(files);
      Path draft = Files.createTempFile(files, "draft", ".tmp");
      try {
        writeThrough(draft, checkpoint.note().getBytes(StandardCharsets.UTF_8));
        move(draft, file);
      } finally {
        Files.deleteIfExists(draft);
      }
      sync(files);
    } catch (IOException e) {
      throw new AnchorException("the checkpoint cannot be copied to " + file, e);
    }
  }

  private static StoredCheckpoint checkpoint(Path file) throws IOException {
    try {
      byte[] bytes = Files.readAllBytes(file);
      Checkpoint checkpoint = Checkpoint.parse(SignedNote.parse(bytes).text());
      return new StoredCheckpoint(
          checkpoint.size(),
          checkpoint.root().bytes(),
          new byte[0],
          new String(bytes, StandardCharsets.UTF_8),
          Instant.EPOCH);
    } catch (MalformedNoteException e) {
      throw new AnchorException(file + " is no checkpoint: " + e.getMessage(), e);
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
