package io.iamplane.decision.matrix;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A service account of the directory.
 *
 * @param externalId the name that references use
 * @param name when left out, the external id
 * @param status {@code active}, when left out, or {@code suspended}
 */
public record MatrixServiceAccount(String externalId, String name, String status) {

  public MatrixServiceAccount(String externalId, @Nullable String name, @Nullable String status) {
    this.externalId = Objects.requireNonNull(externalId, "a service account has an external_id");
    this.name = name == null ? externalId : name;
    this.status = Given.oneOf("status", status, "active", "suspended");
  }

  public boolean active() {
    return status.equals("active");
  }
}
