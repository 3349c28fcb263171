package io.iamplane.grant.relation;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.jspecify.annotations.Nullable;

/**
 * The result of a write.
 *
 * @param tuple the relation of a body with a single one; absent for a batch
 */
@RegisterForReflection
public record WrittenView(
    int created,
    int updated,
    int unchanged,
    int deleted,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable RelationView tuple) {

  static WrittenView of(RelationBatch.Outcome outcome, @Nullable Relation tuple) {
    return new WrittenView(
        outcome.created(),
        outcome.updated(),
        outcome.unchanged(),
        outcome.deleted(),
        tuple == null ? null : RelationView.of(tuple));
  }
}
