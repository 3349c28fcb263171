package io.iamplane.migrate.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaultsException;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The events of JSON text. */
final class JsonEvents implements DocumentEvents {

  /** Keeps no names: a file may have any number of them. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(PeerLimits.MAX_DEPTH + 1)
                  .maxStringLength(PeerLimits.MAX_STRING)
                  .maxNameLength(PeerLimits.MAX_STRING)
                  .maxNumberLength(100)
                  .build())
          .build();

  /** One line of a library's message, up to where it goes on about its own settings. */
  private static final Pattern WORDS = Pattern.compile(".+?(?=$|\\v|: enable `|\\? \\(not recog)");

  private final String file;
  private final JsonParser parser;

  JsonEvents(String file, InputStream stream) throws IOException {
    this.file = file;
    this.parser = FACTORY.createParser(stream);
  }

  @Override
  public Event next() throws IOException, PeerFaultsException {
    try {
      JsonToken token = parser.nextToken();
      return switch (token) {
        case null -> Event.END;
        case START_OBJECT -> Event.BEGIN_MEMBERS;
        case END_OBJECT -> Event.END_MEMBERS;
        case START_ARRAY -> Event.BEGIN_ITEMS;
        case END_ARRAY -> Event.END_ITEMS;
        default -> {
          parser.getText(); // read now, while a fault in it has its place
          yield Event.SCALAR;
        }
      };
    } catch (JsonProcessingException e) {
      throw new PeerFaultsException(at(e.getLocation()), message(e));
    } catch (IOException e) {
      throw PeerText.refused(place(), e);
    }
  }

  @Override
  public String text() {
    try {
      return parser.getText();
    } catch (IOException e) {
      throw new IllegalStateException("a scalar was read already", e);
    }
  }

  @Override
  public boolean isQuoted() {
    return parser.currentToken() == JsonToken.VALUE_STRING
        || parser.currentToken() == JsonToken.FIELD_NAME;
  }

  @Override
  public FilePlace place() {
    return at(parser.currentTokenLocation());
  }

  private FilePlace at(@Nullable JsonLocation location) {
    JsonLocation known = location == null ? parser.currentLocation() : location;
    return new FilePlace(file, Math.max(1, known.getLineNr()), Math.max(1, known.getColumnNr()));
  }

  /** The library's words, without those about itself. */
  private static String message(JsonProcessingException error) {
    return switch (error) {
      case JsonEOFException _ -> "unexpected end of the document";
      case StreamConstraintsException _ ->
          ("the document has more than %d levels, a string of more than %d characters,"
                  + " or a number of more than 100 characters")
              .formatted(PeerLimits.MAX_DEPTH, PeerLimits.MAX_STRING);
      default -> {
        Matcher words = WORDS.matcher(error.getOriginalMessage());
        yield words.lookingAt() ? words.group() : "not valid JSON";
      }
    };
  }
}
