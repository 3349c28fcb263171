package io.iamplane.shared;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import java.util.UUID;

/** Identifies an organization, which is a tenant: every row, token and decision belongs to one. */
@RegisterForReflection
public record OrganizationId(UUID value) {

  public static OrganizationId next() {
    return new OrganizationId(UuidV7.next());
  }

  /** Reads the form that {@link #toString()} writes; anything else is no id of this kind. */
  public static Optional<OrganizationId> parse(String text) {
    return UuidV7.parse(text).map(OrganizationId::new);
  }

  @JsonCreator
  static OrganizationId fromWire(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException("not an organization id"));
  }

  @Override
  @JsonValue
  public String toString() {
    return value.toString();
  }
}
