package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaultsException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Reads a text line by line, each of bounded length. */
public final class PeerLines {

  private PeerLines() {}

  /** Takes lines. */
  @FunctionalInterface
  public interface Lines {

    /** Takes one, without its end. */
    void take(FilePlace place, String line) throws PeerFaultsException;
  }

  public static void read(String file, InputStream stream, Lines lines)
      throws IOException, PeerFaultsException {
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    int number = 1;
    try (BufferedReader reader =
        new BufferedReader(new LineLimit(file, new InputStreamReader(stream, decoder)))) {
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
