package io.iamplane.decision.block;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads some texts of decision records, one record after another. For one thread. */
public final class RecordTexts {

  /** The type of the first of {@code matched}: the deciding grant or relation. */
  public static final String MATCH_TYPE = "matched.type";

  public static final String MATCH_ID = "matched.id";

  private static final String MATCHED = "matched";
  private static final JsonFactory QUICK = new JsonFactory();

  /** The names in a context are a caller's: they are not kept for the life of the process. */
  private static final JsonFactory WHOLE =
      new JsonFactoryBuilder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .build();

  private final boolean whole;
  private final List<String> names;
  private final boolean withMatch;
  private final @Nullable String[] texts;
  private int missing;

  private RecordTexts(boolean whole, String... names) {
    this.whole = whole;
    this.names = List.of(names);
    this.withMatch = this.names.contains(MATCH_TYPE) || this.names.contains(MATCH_ID);
    this.texts = new String[names.length];
  }

  /**
   * Creates a reader that stops at the last text wanted: the inputs after it may be ten times as
   * long.
   *
   * @param names of texts of the record itself, {@link #MATCH_TYPE} and {@link #MATCH_ID}
   */
  public static RecordTexts quick(String... names) {
    return new RecordTexts(false, names);
  }

  /** Creates a reader of untrusted records, which checks each to its end. */
  public static RecordTexts whole(String... names) {
    return new RecordTexts(true, names);
  }

  public RecordTexts read(byte[] line) throws DamagedBodyException {
    return read(line, line.length);
  }

  /**
   * Reads a record.
   *
   * @param text begins with one JSON object in UTF-8, of so many bytes
   * @throws DamagedBodyException for another text, or a wanted member twice
   */
  public RecordTexts read(byte[] text, int length) throws DamagedBodyException {
    Arrays.fill(texts, null);
    missing = names.size();
    try (JsonParser parser = (whole ? WHOLE : QUICK).createParser(text, 0, length)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new DamagedBodyException("a record that is not a JSON object");
      }
      while ((whole || missing > 0) && parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        if (parser.nextToken() == JsonToken.START_ARRAY && withMatch && name.equals(MATCHED)) {
          match(parser);
        } else {
          take(name, parser);
        }
      }
      if (whole && parser.nextToken() != null) {
        throw new DamagedBodyException("a record with data after its JSON object");
      }
      return this;
    } catch (IOException e) {
      throw new DamagedBodyException("a record that is not valid JSON");
    }
  }

  /** Returns true if the record that was read last has all of some texts. */
  public boolean has(String... wanted) {
    return Arrays.stream(wanted).allMatch(name -> texts[names.indexOf(name)] != null);
  }

  /** Returns a text of the record that was read last; empty if it has none of this name. */
  public String text(String name) {
    String text = texts[names.indexOf(name)];
    return text == null ? "" : text;
  }

  /** Reads the first of a list of objects. Without one, its texts are empty. */
  private void match(JsonParser parser) throws IOException, DamagedBodyException {
    boolean first = true;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (!first || parser.currentToken() != JsonToken.START_OBJECT) {
        parser.skipChildren();
        continue;
      }
      first = false;
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = MATCHED + "." + parser.currentName();
        parser.nextToken();
        take(name, parser);
      }
    }
    if (first) {
      put(MATCH_TYPE, "");
      put(MATCH_ID, "");
    }
  }

  private void take(String name, JsonParser parser) throws IOException, DamagedBodyException {
    if (parser.currentToken() == JsonToken.VALUE_STRING) {
      put(name, parser.getText());
    } else {
      parser.skipChildren();
    }
  }

  private void put(String name, String text) throws DamagedBodyException {
    int place = names.indexOf(name);
    if (place >= 0) {
      if (texts[place] != null) {
        throw new DamagedBodyException("a record with a duplicate member");
      }
      texts[place] = text;
      missing--;
    }
  }
}
