package io.iamplane.directory.user;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A user as the API shows it; see {@link User} for the meaning of the members. */
@RegisterForReflection
public record UserView(
    UUID id,
    @Nullable String externalId,
    @Nullable String email,
    String name,
    User.Status status,
    Map<String, Object> attributes,
    Instant createdAt) {

  static UserView of(User user) {
    return new UserView(
        user.id().value(),
        user.externalId(),
        user.email(),
        user.name(),
        user.status(),
        user.attributes(),
        user.createdAt());
  }
}
