package io.iamplane.cli;

import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerKind;
import io.iamplane.migrate.text.PeerFiles;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The files that the commands on models of other systems are given. */
final class ModelFiles {

  private ModelFiles() {}

  @FunctionalInterface
  interface Reading<T> {
    T read() throws IOException, PeerFaultsException;
  }

  /**
   * Reads a file, and reports all its faults, or {@link ShownLines#FEW}, in the form of commands.
   */
  static <T> T read(String file, boolean all, Reading<T> reading) {
    try {
      return reading.read();
    } catch (PeerFaultsException e) {
      throw new FileFaultsException(
          ExitCode.USAGE, ShownLines.of(e.faults().stream().map(Object::toString).toList(), all));
    } catch (IOException | InvalidPathException e) {
      throw InputFile.unreadable(file, e);
    }
  }

  /** Opens the file itself as it is named, and those that it names from its own folder. */
  static PeerFiles beside(String file) {
    return name ->
        name.equals(file) ? InputFile.open(name) : InputFile.open(onDisk(file, name).toString());
  }

  /**
   * Opens files like {@link #beside}, and none outside of a folder (without links itself), wherever
   * a name or a link leads.
   */
  static PeerFiles within(Path folder, String file) {
    return name -> {
      Path real = onDisk(file, name);
      if (!real.startsWith(folder)) {
        throw new FileSystemException(name, null, "the file is outside " + folder);
      }
      return InputFile.open(real.toString());
    };
  }

  /** The regular file behind a name and its links: a pipe might never end or never begin. */
  private static Path onDisk(String file, String name) throws IOException {
    Path real;
    try {
      Path of = Path.of(file);
      real = (name.equals(file) ? of : of.resolveSibling(name)).toRealPath();
    } catch (InvalidPathException e) {
      throw new FileSystemException(name, null, "not a valid file name");
    }
    if (!Files.isRegularFile(real)) {
      throw new FileSystemException(name, null, "not a regular file");
    }
    return real;
  }

  /**
   * Opens files as they are named, as often as they are read. Refuses what is there and no file on
   * a disk: of a pipe or of standard input the second reading would find nothing, and say nothing.
   */
  static PeerFiles onDisk() {
    return name -> {
      Path file = Path.of(name);
      if (name.equals(InputFile.STANDARD_INPUT)
          || (Files.exists(file) && !Files.isRegularFile(file))) {
        throw CommandException.usage(name + ": must be a regular file, because it is read twice");
      }
      return InputFile.open(name);
    };
  }

  /** A {@link CommandException} when no system has that name. */
  static PeerKind kind(String name) {
    return Arrays.stream(PeerKind.values())
        .filter(kind -> word(kind).equals(name))
        .findFirst()
        .orElseThrow(() -> {
          List<String> words = Arrays.stream(PeerKind.values()).map(ModelFiles::word).toList();
          return CommandException.usage(
              "--from must be one of %s, not '%s'".formatted(String.join(", ", words), name));
        });
  }

  private static String word(PeerKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
