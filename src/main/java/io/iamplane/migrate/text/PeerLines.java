package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaultsException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;

/** Reads a text line by line, each of bounded length. */
public final class PeerLines {

  private PeerLines() {}

  @FunctionalInterface
  public interface Lines {

    /** Takes one, without its end. */
    void take(FilePlace place, String line) throws PeerFaultsException;
  }

  public static void read(String file, InputStream stream, Lines lines)
      throws IOException, PeerFaultsException {
    int number = 1;
    try (BufferedReader reader = new BufferedReader(new LineLimit(file, PeerText.reader(stream)))) {
      String line = reader.readLine();
      while (line != null) {
        lines.take(new FilePlace(file, number, 1), line);
        line = reader.readLine();
        number++;
      }
    } catch (IOException e) {
      throw PeerText.refused(new FilePlace(file, number, 1), e);
    }
  }
}
