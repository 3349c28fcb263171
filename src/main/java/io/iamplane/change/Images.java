package io.iamplane.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.chain.PersonalData;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Shows a domain record as JSON, in the names and forms of the wire. */
@Singleton
class Images {

  private final ObjectMapper mapper;

  Images(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /** The members of either that are about a person. */
  static Set<String> personal(@Nullable Object before, @Nullable Object after) {
    return Stream.of(Optional.ofNullable(before), Optional.ofNullable(after))
        .flatMap(Optional::stream)
        .filter(PersonalData.class::isInstance)
        .flatMap(image -> ((PersonalData) image).personalMembers().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  @Nullable JsonNode of(@Nullable Object value) {
    return value == null ? null : mapper.valueToTree(value);
  }
}
