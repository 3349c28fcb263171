package io.iamplane.decision.matrix;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A group of the directory.
 *
 * @param name when left out, the key
 * @param externalId the name that references use; when left out, the key
 * @param status {@code active}, when left out, or {@code revoked}
 * @param members references such as {@code user:ann}, {@code user:*} and {@code group:staff}
 */
public record MatrixGroup(
    String key, String name, String externalId, String status, List<String> members) {

  public MatrixGroup(
      String key,
      @Nullable String name,
      @Nullable String externalId,
      @Nullable String status,
      @Nullable List<String> members) {
    this.key = Objects.requireNonNull(key, "a group has a key");
    this.name = name == null ? key : name;
    this.externalId = externalId == null ? key : externalId;
    this.status = Given.oneOf("status", status, "active", "revoked");
    this.members = members == null ? List.of() : List.copyOf(members);
  }

  public boolean active() {
    return status.equals("active");
  }
}
