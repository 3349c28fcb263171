package io.iamplane.grant.relation;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Map;
import java.util.Objects;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A named condition of the model, and stored values that override the request's context. */
@RegisterForReflection
public record RelationCondition(
    @Schema(examples = "office_hours") String name,
    @Schema(examples = "{\"from\": 9, \"until\": 17}") Map<String, Object> values) {

  public RelationCondition(String name, @Nullable Map<String, Object> values) {
    this.name = name;
    this.values = Objects.requireNonNullElse(values, Map.of());
  }
}
