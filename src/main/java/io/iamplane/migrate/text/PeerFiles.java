package io.iamplane.migrate.text;

import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;

/** Opens the files that a file names. */
@FunctionalInterface
public interface PeerFiles {

  /**
   * Opens one at its beginning; the name is relative to the folder of the file that has it.
   *
   * @throws FileSystemException with a reason if the file is there and must not be read
   */
  InputStream open(String name) throws IOException;

  @FunctionalInterface
  interface Reading<T> {
    T read(InputStream stream) throws IOException, PeerFaultsException;
  }

  /**
   * Opens and reads a file that another names.
   *
   * @throws PeerFaultsException at the place of the name if the file cannot be read
   */
  default <T> T named(Scalar name, PeerFaults faults, Reading<T> reading)
      throws PeerFaultsException {
    try (InputStream stream = open(name.value())) {
      return reading.read(stream);
    } catch (IOException e) {
      throw faults.end(name.place(), "the file " + name.value() + " " + unreadable(e));
    }
  }

  /** Says that a file cannot be read, and why if that is known. */
  static String unreadable(IOException why) {
    String reason = why instanceof FileSystemException known ? known.getReason() : null;
    return "cannot be read" + (reason == null ? "" : ": " + reason);
  }
}
