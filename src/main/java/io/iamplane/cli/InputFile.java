package io.iamplane.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.ManifestParser;
import io.iamplane.catalog.document.ManifestText;
import io.iamplane.grant.load.ImportFile;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/** A file that a command is given; {@code -} is standard input. */
final class InputFile {

  static final String STANDARD_INPUT = "-";

  private InputFile() {}

  static InputStream open(String file) throws IOException {
    return file.equals(STANDARD_INPUT)
        ? System.in
        : new BufferedInputStream(Files.newInputStream(Path.of(file)));
  }

  /** Reads objects and relations; a fault is one line that begins with the file's name. */
  static ImportFile relations(ObjectMapper mapper, String file) {
    try {
      return ImportFile.read(mapper, readTwice(file));
    } catch (IOException e) {
      throw unreadable(file, e);
    } catch (IamException e) {
      throw e.code() == ErrorCode.VALIDATION
          ? CommandException.usage(file + ": " + Failures.places(e.errors()))
          : e;
    }
  }

  /** Keeps other input than a file on disk in memory, since it can be read only once. */
  private static ImportFile.Source readTwice(String file) throws IOException {
    if (!file.equals(STANDARD_INPUT) && Files.isRegularFile(Path.of(file))) {
      return () -> open(file);
    }
    try (InputStream stream = open(file)) {
      byte[] content = stream.readAllBytes();
      return () -> new ByteArrayInputStream(content);
    }
  }

  /**
   * Reads a manifest: YAML by the file's name, JSON otherwise; wrong usage if it cannot be read.
   */
  static ManifestParser.Parsed manifest(String file) {
    try (InputStream stream = open(file)) {
      // One byte more than is allowed shows that the file is too long, without reading all of it.
      return ManifestText.parse(stream.readNBytes(ManifestText.MAX_BYTES + 1), format(file));
    } catch (IOException | InvalidPathException e) {
      throw unreadable(file, e);
    }
  }

  private static ManifestText.Format format(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml")
        ? ManifestText.Format.YAML
        : ManifestText.Format.JSON;
  }

  /** The manifest of a file; wrong usage with its faults, if it has some. */
  static Manifest valid(String file, ManifestParser.Parsed parsed) {
    Manifest manifest = parsed.manifest();
    if (manifest == null) {
      throw new FileFaultsException(ExitCode.USAGE, file, parsed.faults());
    }
    return manifest;
  }

  static CommandException unreadable(String file, Exception error) {
    String why = error instanceof NoSuchFileException ? "there is no such file" : "cannot be read";
    return CommandException.usage(file + ": " + why);
  }
}
