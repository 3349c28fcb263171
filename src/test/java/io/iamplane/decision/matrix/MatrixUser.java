package io.iamplane.decision.matrix;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A user of the directory.
 *
 * @param externalId the name that references use
 * @param email when left out, {@code <external id>@example.com}
 * @param name when left out, the external id
 * @param status {@code active}, when left out, or {@code suspended}
 */
public record MatrixUser(
    String externalId, String email, String name, String status, Map<String, Object> attributes) {

  public MatrixUser(
      String externalId,
      @Nullable String email,
      @Nullable String name,
      @Nullable String status,
      @Nullable Map<String, Object> attributes) {
    this.externalId = Objects.requireNonNull(externalId, "a user has an external_id");
    this.email = email == null ? externalId + "@example.com" : email;
    this.name = name == null ? externalId : name;
    this.status = Given.oneOf("status", status, "active", "suspended");
    this.attributes = attributes == null ? Map.of() : attributes;
  }

  public boolean active() {
    return status.equals("active");
  }
}
