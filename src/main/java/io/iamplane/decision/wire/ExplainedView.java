package io.iamplane.decision.wire;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.engine.question.Explanation;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A decision and how it came about; without an explanation when there was no policy for it. */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.ALWAYS)
public record ExplainedView(
    @JsonUnwrapped DecisionView decision, @Nullable ExplanationView explanation) {

  static ExplainedView of(DecisionAnswer answer, @Nullable Explanation explanation) {
    return new ExplainedView(
        DecisionView.of(answer), explanation == null ? null : ExplanationView.of(explanation));
  }

  /** The explanation of a decision, as {@link Explanation} has it. */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.ALWAYS)
  public record ExplanationView(
      List<FailedConditionView> failedConditions,
      List<GroupView> groups,
      List<RelationView> relations,
      List<ContextualRelationView> contextualRelations,
      List<GrantView> grants,
      @Nullable NearestView nearest) {

    static ExplanationView of(Explanation explanation) {
      Explanation.Nearest nearest = explanation.nearest();
      return new ExplanationView(
          explanation.failedConditions().stream().map(FailedConditionView::of).toList(),
          explanation.groups().stream()
              .map(group -> new GroupView(group.group(), group.via(), group.certain()))
              .toList(),
          explanation.relations().stream().map(RelationView::of).toList(),
          explanation.contextual().stream().map(ContextualRelationView::of).toList(),
          explanation.grants().stream().map(GrantView::of).toList(),
          nearest == null
              ? null
              : new NearestView(nearest.grantId(), nearest.privilege(), nearest.missing()));
    }
  }

  /** A condition that was not true, on a grant, a membership or a relation. */
  @RegisterForReflection
  public record FailedConditionView(
      String on,
      String id,
      String condition,
      boolean error,
      @Nullable String message,
      @Nullable String name,
      List<String> missing) {

    static FailedConditionView of(Explanation.FailedCondition failed) {
      return new FailedConditionView(
          failed.on(),
          failed.id(),
          failed.condition(),
          failed.error(),
          failed.message(),
          failed.name(),
          failed.missing());
    }
  }

  /** A group and the member that leads to it; uncertain if a condition could not be evaluated. */
  @RegisterForReflection
  public record GroupView(String group, String via, boolean certain) {}

  /** A question to the relation model; {@code holds} is true, false or unknown. */
  @RegisterForReflection
  public record RelationView(String object, String name, int depth, String holds) {

    static RelationView of(Explanation.Walked walked) {
      return new RelationView(walked.object(), walked.name(), walked.depth(), wire(walked.truth()));
    }
  }

  /** A relation that came with the request; its id is its place in the body. */
  @RegisterForReflection
  public record ContextualRelationView(String id, String subject, String relation, String object) {

    static ContextualRelationView of(Explanation.ContextualRelation of) {
      return new ContextualRelationView(of.id(), of.subject(), of.relation(), of.object());
    }
  }

  @RegisterForReflection
  public record GrantView(
      String id, String subject, String privilege, String effect, String verdict) {

    static GrantView of(Explanation.Candidate candidate) {
      return new GrantView(
          candidate.id(),
          candidate.subject(),
          candidate.privilege(),
          candidate.deny() ? "deny" : "permit",
          wire(candidate.verdict()));
    }
  }

  @RegisterForReflection
  public record NearestView(@Nullable String grantId, String privilege, String missing) {}

  private static String wire(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
