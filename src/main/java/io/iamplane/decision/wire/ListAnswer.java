package io.iamplane.decision.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A page of a list; the cursor is null, and present as null, when the list is complete. */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.ALWAYS)
public record ListAnswer<T>(T data, @Nullable String nextCursor) {

  /** Resources in the order of their types and ids. */
  @RegisterForReflection
  public record Resources(long policyVersion, List<Listed> resources) {}

  /** Subjects in the order of their ids. */
  @RegisterForReflection
  public record Subjects(long policyVersion, List<Listed> subjects) {}

  /** A subject or a resource. */
  @RegisterForReflection
  @JsonPropertyOrder({"type", "id"})
  public record Listed(String type, @Schema(examples = "42") String id) {
    static Listed of(SubjectRef ref) {
      return new Listed(ref.type(), ref.id());
    }
  }

  /** Full keys of permissions, in their order. */
  @RegisterForReflection
  public record Permissions(
      long policyVersion,
      @Schema(examples = "[\"warehouse:stock.adjust\"]") List<String> permissions) {}
}
