package io.iamplane.directory.user;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.UUID;

/** Identifies a user of one organization. */
@RegisterForReflection
public record UserId(UUID value) {

  static UserId next() {
    return new UserId(UuidV7.next());
  }

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<UserId> parse(String text) {
    return UuidV7.parse(text).map(UserId::new);
  }

  @JsonCreator
  static UserId fromWire(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not a user id"));
  }

  /** The user that a subject is; empty for a subject of another type. */
  public static Optional<UserId> of(SubjectRef subject) {
    return subject.type().equals(SubjectRef.USER) ? parse(subject.id()) : Optional.empty();
  }

  /** The user as the subject of grants and tokens. */
  public SubjectRef subject() {
    return new SubjectRef(SubjectRef.USER, value.toString());
  }

  @Override
  @JsonValue
  public String toString() {
    return value.toString();
  }
}
