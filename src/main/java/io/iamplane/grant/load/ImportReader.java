package io.iamplane.grant.load;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.iamplane.shared.IamException;
import io.iamplane.shared.json.JsonForm;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.ValidationErrors;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Goes through a file of objects and relations, one line after another, and holds one of them. */
final class ImportReader implements Closeable {

  static final Set<String> ARRAYS = Set.of(ImportFile.OBJECTS, ImportFile.RELATIONS);

  private final JsonParser parser;
  private final ObjectReader elements;
  private final ValidationErrors errors;
  private final Set<String> wanted;
  private boolean hasBegun;
  private boolean hasEnded;
  private String array = "";
  private int index;
  private @Nullable JsonMembers line;

  /** Opens a reader at the beginning; skips the lines of arrays that are not {@code wanted}. */
  ImportReader(ObjectMapper mapper, InputStream stream, ValidationErrors errors, Set<String> wanted)
      throws IOException {
    this.parser = mapper.getFactory().createParser(stream);
    // An element is followed by others.
    this.elements = mapper.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    this.errors = errors;
    this.wanted = wanted;
    parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
  }

  /**
   * Goes to the next line.
   *
   * @return false at the end of the file
   * @throws IamException VALIDATION if the file is invalid there
   */
  boolean next() throws IOException {
    if (hasEnded) {
      return false;
    }
    try {
      if (!hasBegun) {
        expect(parser.nextToken(), JsonToken.START_OBJECT, "the file");
        hasBegun = true;
      }
      while (array.isEmpty() || parser.nextToken() == JsonToken.END_ARRAY) {
        if (parser.nextToken() == JsonToken.END_OBJECT) {
          expect(parser.nextToken(), null, "the end of the file");
          hasEnded = true;
          return false;
        }
        begin(parser.currentName());
      }
      line =
          JsonMembers.of(
              JsonForm.TABLE, errors, array + "[" + index + "]", elements.readTree(parser));
      index++;
      return true;
    } catch (JsonProcessingException e) {
      throw IamException.validation(place(e.getLocation()), e.getOriginalMessage());
    }
  }

  private void begin(String member) throws IOException {
    if (!ARRAYS.contains(member)) {
      throw IamException.validation(member, "unknown field; allowed: objects, relations");
    }
    expect(parser.nextToken(), JsonToken.START_ARRAY, member);
    index = 0;
    if (wanted.contains(member)) {
      array = member;
    } else {
      parser.skipChildren();
      array = "";
    }
  }

  String array() {
    return array;
  }

  JsonMembers line() {
    JsonMembers present = line;
    if (present == null) {
      throw new IllegalStateException("there is no current line");
    }
    return present;
  }

  @Override
  public void close() throws IOException {
    parser.close();
  }

  private void expect(@Nullable JsonToken token, @Nullable JsonToken expected, String what) {
    if (token != expected) {
      throw IamException.validation(
          place(parser.currentTokenLocation()),
          switch (expected) {
            case START_OBJECT -> what + " must be a JSON object";
            case START_ARRAY -> "'" + what + "' must be an array";
            case null, default -> "nothing may follow the JSON object";
          });
    }
  }

  private static String place(JsonLocation at) {
    return "line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
  }
}
