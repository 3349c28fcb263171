package io.iamplane.grant.load;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.iamplane.shared.IamException;
import io.iamplane.shared.json.JsonForm;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.ValidationErrors;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file of objects and relations: {@code {"objects": [{"type", "id", "display_name"?,
 * "properties"?}], "relations": [{"object_type", "object_id", "relation", "subject_type",
 * "subject_id", "subject_relation"?, "condition"?, "valid_until"?}]}}. Either array may be absent.
 */
public record ImportFile(List<ObjectLine> objects, List<RelationLine> relations) {

  private static final Set<String> ARRAYS = Set.of("objects", "relations");

  /** The maximum number of reported errors. */
  private static final int MAX_FAULTS = 100;

  /**
   * Reads a whole file before anything of it is written.
   *
   * @throws IamException VALIDATION naming the place of every fault found
   * @throws IOException when the stream cannot be read
   */
  public static ImportFile read(ObjectMapper mapper, InputStream stream) throws IOException {
    var objects = new ArrayList<ObjectLine>();
    var relations = new ArrayList<RelationLine>();
    var errors = new ValidationErrors();
    // An element is followed by others.
    ObjectReader elements = mapper.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    try (JsonParser parser = mapper.getFactory().createParser(stream)) {
      parser.enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
      expect(parser, parser.nextToken(), JsonToken.START_OBJECT, "the file");
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String member = parser.currentName();
        if (!ARRAYS.contains(member)) {
          throw IamException.validation(member, "only objects and relations are read");
        }
        expect(parser, parser.nextToken(), JsonToken.START_ARRAY, member);
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
          String place = member + "[" + i + "]";
          JsonNode element = elements.readTree(parser);
          var line = JsonMembers.of(JsonForm.TABLE, errors, place, element);
          if (member.equals("objects")) {
            objects.add(ObjectLine.of(line));
          } else {
            relations.add(RelationLine.of(line));
          }
          if (errors.size() >= MAX_FAULTS) {
            errors.refuse();
          }
        }
      }
      expect(parser, parser.nextToken(), null, "the end of the file");
    } catch (JsonProcessingException e) {
      throw IamException.validation(place(e.getLocation()), e.getOriginalMessage());
    }
    errors.refuse();
    return new ImportFile(objects, relations);
  }

  private static void expect(
      JsonParser parser, @Nullable JsonToken token, @Nullable JsonToken expected, String what) {
    if (token != expected) {
      throw IamException.validation(
          place(parser.currentTokenLocation()),
          switch (expected) {
            case START_OBJECT -> what + " must be a JSON object";
            case START_ARRAY -> what + " must be an array";
            case null, default -> "nothing may follow the object";
          });
    }
  }

  private static String place(JsonLocation at) {
    return "line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
  }
}
