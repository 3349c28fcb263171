package io.iamplane.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.enterprise.context.ApplicationScoped;
import org.jspecify.annotations.Nullable;

/** Shows a domain record as JSON, in the names and forms of the wire. */
@ApplicationScoped
class Images {

  private final ObjectMapper mapper;

  Images(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  @Nullable JsonNode of(@Nullable Object value) {
    return value == null ? null : mapper.valueToTree(value);
  }
}
