package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaultsException;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** A text that is held whole. */
public record PeerText(FilePlace begin, String text) {

  /** Reads UTF-8; throws when it is too long, or is not UTF-8. */
  public static PeerText read(String file, InputStream stream)
      throws IOException, PeerFaultsException {
    FilePlace begin = new FilePlace(file, 1, 1);
    byte[] bytes = stream.readNBytes(PeerLimits.MAX_TEXT + 1);
    if (bytes.length > PeerLimits.MAX_TEXT) {
      throw new PeerFaultsException(
          begin, "the file has more than " + PeerLimits.MAX_TEXT + " bytes");
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return new PeerText(begin, text.startsWith("\uFEFF") ? text.substring(1) : text);
    } catch (CharacterCodingException e) {
      throw new PeerFaultsException(begin, "the file is not valid UTF-8");
    }
  }

  /** Reads UTF-8; fails, and replaces nothing, where the bytes are not. */
  static Reader reader(InputStream stream) {
    return new InputStreamReader(stream, StandardCharsets.UTF_8.newDecoder());
  }

  /** A fault of the text that a library met as one of reading; or that one itself. */
  static PeerFaultsException refused(FilePlace place, IOException error) throws IOException {
    return switch (error) {
      case PartTooLongException e -> e.at(place);
      case CharacterCodingException _, CharConversionException _ ->
          new PeerFaultsException(place, "the file is not valid UTF-8");
      default -> throw error;
    };
  }
}
