package io.iamplane.decision.authzen;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** A page of found subjects or resources (AuthZEN 1.0, section 8). */
@RegisterForReflection
@JsonPropertyOrder({"results", "page"})
public record SearchAnswer(List<Found> results, NextPage page) {

  /** A page of found actions. */
  @RegisterForReflection
  @JsonPropertyOrder({"results", "page"})
  public record ActionSearchAnswer(List<FoundAction> results, NextPage page) {}

  /**
   * The position of the next page.
   *
   * @param nextToken empty when there is no more
   */
  @RegisterForReflection
  public record NextPage(@Schema(description = "Empty on the last page") String nextToken) {}

  /** A subject or a resource. */
  @RegisterForReflection
  @JsonPropertyOrder({"type", "id"})
  public record Found(String type, String id) {
    static Found of(SubjectRef ref) {
      return new Found(ref.type(), ref.id());
    }
  }

  /** An action. */
  @RegisterForReflection
  public record FoundAction(String name) {}

  static SearchAnswer of(List<SubjectRef> found, NextPage next) {
    return new SearchAnswer(found.stream().map(Found::of).toList(), next);
  }

  static ActionSearchAnswer ofActions(List<String> names, NextPage next) {
    return new ActionSearchAnswer(names.stream().map(FoundAction::new).toList(), next);
  }
}
