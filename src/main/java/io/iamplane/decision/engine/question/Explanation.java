package io.iamplane.decision.engine.question;

import io.iamplane.decision.engine.fact.RelationFact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The explanation of a decision.
 *
 * @param failedConditions every condition met that was not true
 * @param groups the groups that the subject is in, nearest first
 * @param relations the questions to the relation model, in the order of the walk
 * @param contextual the contextual relations of the request that were met and held
 * @param grants every grant of the subject, its groups and its wildcard that concerns the question
 * @param nearest for a denial, the nearest way to an allowance; null when the policy has none
 */
public record Explanation(
    Decision decision,
    List<FailedCondition> failedConditions,
    List<Group> groups,
    List<Walked> relations,
    List<ContextualRelation> contextual,
    List<Candidate> grants,
    @Nullable Nearest nearest) {

  public Explanation {
    failedConditions = List.copyOf(failedConditions);
    groups = List.copyOf(groups);
    relations = List.copyOf(relations);
    contextual = List.copyOf(contextual);
    grants = List.copyOf(grants);
  }

  /**
   * A condition that was not true.
   *
   * @param on the kind of its fact: {@code grant}, {@code membership} or {@code relation}
   * @param id that fact's id
   * @param condition its canonical text
   * @param error true if it could not be evaluated, as against being false
   * @param message the reason, in words; null when the condition has none
   * @param name of the model's condition that a relation names; null when it is the fact's own
   * @param missing its parameters that neither the relation nor the request's context gives
   */
  public record FailedCondition(
      String on,
      String id,
      String condition,
      boolean error,
      @Nullable String message,
      @Nullable String name,
      List<String> missing) {

    public FailedCondition {
      missing = List.copyOf(missing);
    }
  }

  /**
   * A group that the subject is in.
   *
   * @param via the member through which: the subject, its wildcard or another group
   * @param certain false when a membership on the way could not be evaluated: only denials count
   */
  public record Group(String group, String via, boolean certain) {}

  /** One question to the relation model, so many objects away from the resource. */
  public record Walked(String object, String name, int depth, Truth truth) {}

  /**
   * A relation that came with the request: the id is its place in the body; the subject has its
   * relation if it is a userset.
   */
  public record ContextualRelation(String id, String subject, String relation, String object) {

    public static ContextualRelation of(RelationFact relation) {
      return new ContextualRelation(
          relation.id(),
          relation.subject().toString(),
          relation.relation(),
          relation.object().toString());
    }
  }

  public enum Truth {
    FALSE,
    /** It rests on a condition that could not be evaluated, or on itself through an exclusion. */
    UNKNOWN,
    TRUE
  }

  /** A grant that was considered: its subject, and the role or permission granted. */
  public record Candidate(
      String id, String subject, String privilege, boolean deny, Verdict verdict) {}

  /** The verdict on a grant, in the order of the checks. */
  public enum Verdict {
    COUNTED,
    /** Suspended or revoked. */
    NOT_ACTIVE,
    NOT_YET_VALID,
    EXPIRED,
    /** Needs an activation that has not happened. */
    NOT_ACTIVATED,
    /** Restricted to another application. */
    OTHER_APPLICATION,
    /** Restricted to other resources. */
    OUT_OF_SCOPE,
    /**
     * A permit that rests on a membership or parent with a condition that could not be evaluated.
     */
    UNCERTAIN,
    CONDITION_FALSE,
    /** A permit with a condition that could not be evaluated. */
    CONDITION_ERROR
  }

  /**
   * The nearest way to allow a denied request.
   *
   * @param grantId a permit that failed for the fewest reasons; a deny in the way; or null, when
   *     the subject holds no such privilege
   * @param privilege the privilege of that grant, or the smallest one that could be granted
   * @param missing the obstacle or the missing part, in words
   */
  public record Nearest(@Nullable String grantId, String privilege, String missing) {}
}
