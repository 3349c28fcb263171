package io.iamplane.auditor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.database.JsonColumns;
import io.iamplane.directory.user.User;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes what is about a person out of the images that were kept of them. */
final class Blanking {

  private final ObjectMapper mapper;
  private final JsonNode blank;

  /**
   * Prepares it.
   *
   * @param user anybody: what a blank image holds is the same for all
   */
  Blanking(ObjectMapper mapper, User user) {
    this.mapper = JsonColumns.stored(mapper);
    this.blank = mapper.valueToTree(user.blank());
  }

  /** The image of a user without what is about the person. */
  @Nullable String image(@Nullable String json) {
    if (json == null) {
      return null;
    }
    JsonNode image = read(json);
    clear(image);
    return image.toString();
  }

  /** The event of a change of a user (CloudEvents), without what is about the person. */
  String event(String json) {
    JsonNode event = read(json);
    for (String image : List.of("before", "after")) {
      clear(event.path("data").path(image));
    }
    return event.toString();
  }

  private void clear(JsonNode image) {
    if (image instanceof ObjectNode object) {
      for (String member : User.PERSONAL) {
        if (object.has(member)) {
          object.set(member, blank.get(member));
        }
      }
    }
  }

  private JsonNode read(String json) {
    try {
      return mapper.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("an image is not the JSON that was written", e);
    }
  }
}
