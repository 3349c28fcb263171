package io.iamplane.decision.matrix;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An imported object of a type that the directory does not own.
 *
 * @param status {@code active}, when left out, or {@code inactive}
 */
public record MatrixObject(String type, String id, Map<String, Object> properties, String status) {

  public MatrixObject(
      String type, String id, @Nullable Map<String, Object> properties, @Nullable String status) {
    this.type = Objects.requireNonNull(type, "an object has a type");
    this.id = Objects.requireNonNull(id, "an object has an id");
    this.properties = properties == null ? Map.of() : properties;
    this.status = Given.oneOf("status", status, "active", "inactive");
  }

  public boolean active() {
    return status.equals("active");
  }
}
