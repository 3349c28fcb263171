package io.iamplane.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that a command is given; {@code -} is standard input. */
final class InputFile {

  private static final String STANDARD_INPUT = "-";

  private InputFile() {}

  static InputStream open(String file) throws IOException {
    return file.equals(STANDARD_INPUT)
        ? System.in
        : new BufferedInputStream(Files.newInputStream(Path.of(file)));
  }

  static CommandException unreadable(String file, IOException error) {
    String why = error instanceof NoSuchFileException ? "there is no such file" : "cannot be read";
    return CommandException.usage(file + ": " + why);
  }
}
