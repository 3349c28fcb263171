package io.iamplane.migrate.text;

import java.io.IOException;
import java.io.InputStream;

/** Opens the files that a file names. */
@FunctionalInterface
public interface PeerFiles {

  /**
   * Opens one at its beginning.
   *
   * @param name as the file names it, relative to the file's own folder
   */
  InputStream open(String name) throws IOException;
}
