package io.iamplane.cli;

import io.iamplane.grant.load.ImportFile;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A file that a command is given; {@code -} is standard input. */
final class InputFile {

  static final String STANDARD_INPUT = "-";

  private InputFile() {}

  static InputStream open(String file) throws IOException {
    return file.equals(STANDARD_INPUT)
        ? System.in
        : new BufferedInputStream(Files.newInputStream(Path.of(file)));
  }

  /** Keeps other input than a file on disk in memory, since it can be read only once. */
  static ImportFile.Source readTwice(String file) throws IOException {
    if (!file.equals(STANDARD_INPUT) && Files.isRegularFile(Path.of(file))) {
      return () -> open(file);
    }
    try (InputStream stream = open(file)) {
      byte[] content = stream.readAllBytes();
      return () -> new ByteArrayInputStream(content);
    }
  }

  static CommandException unreadable(String file, IOException error) {
    String why = error instanceof NoSuchFileException ? "there is no such file" : "cannot be read";
    return CommandException.usage(file + ": " + why);
  }

  /** The refusal as one line that begins with the file's name. */
  static RuntimeException at(String file, IamException error) {
    return error.code() == ErrorCode.VALIDATION
        ? CommandException.usage(file + ": " + Failures.places(error.errors()))
        : error;
  }
}
