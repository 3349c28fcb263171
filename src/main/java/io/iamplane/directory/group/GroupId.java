package io.iamplane.directory.group;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.UUID;

/** Identifies a group of one organization. */
@RegisterForReflection
public record GroupId(UUID value) {

  static GroupId next() {
    return new GroupId(UuidV7.next());
  }

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<GroupId> parse(String text) {
    return UuidV7.parse(text).map(GroupId::new);
  }

  @JsonCreator
  static GroupId fromWire(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not a group id"));
  }

  @Override
  @JsonValue
  public String toString() {
    return value.toString();
  }
}
