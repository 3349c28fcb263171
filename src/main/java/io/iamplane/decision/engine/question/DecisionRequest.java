package io.iamplane.decision.engine.question;

import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request for a decision, the one form of a question from the body to the engine. Conditions read
 * it, together with the snapshot's attributes, as:
 *
 * <ul>
 *   <li>{@code subject.type}, {@code subject.id} (the directory's), then stored attributes, then
 *       the request's properties; a stored attribute is never replaced by a property
 *   <li>{@code subject.external_id}: the directory's, of a user, a group or a service account; of
 *       other types the stored attribute. No property of the request stands in for it
 *   <li>{@code resource.*}: likewise, but for {@code resource.external_id} of a type that the
 *       directory does not own, which is an attribute like any other; nothing when the request
 *       names no resource
 *   <li>{@code action.name} (the permission's action, else the name in the question), {@code
 *       action.permission} (the full key, for a question about a permission), then the action's
 *       properties
 *   <li>{@code context.*}: as the caller gives it
 *   <li>{@code request.time} (an {@link java.time.Instant}, the decision's), {@code
 *       request.application}, {@code request.current_aal} ({@code "aal1"})
 * </ul>
 *
 * @param resource null when the question is about none
 * @param currentAal the assurance that the caller established
 * @param relations contextual relations: they hold for this request alone, as if they were stored;
 *     memberships of groups are ignored, since the directory keeps them
 */
public record DecisionRequest(
    Party subject,
    Asked asked,
    @Nullable Party resource,
    Map<String, Object> action,
    Map<String, Object> context,
    Aal currentAal,
    List<RelationFact> relations) {

  public DecisionRequest(
      Party subject,
      Asked asked,
      @Nullable Party resource,
      Map<String, Object> action,
      Map<String, Object> context,
      Aal currentAal) {
    this(subject, asked, resource, action, context, currentAal, List.of());
  }

  /** A subject or a resource, with its properties in the request. */
  public record Party(String type, String id, Map<String, Object> properties) {

    public static Party of(SubjectRef ref) {
      return new Party(ref.type(), ref.id(), Map.of());
    }

    public static Party of(String type, String id) {
      return new Party(type, id, Map.of());
    }
  }

  /** A plain question, at the lowest assurance. */
  public static DecisionRequest of(Party subject, Asked asked, @Nullable Party resource) {
    return new DecisionRequest(subject, asked, resource, Map.of(), Map.of(), Aal.AAL1);
  }

  public DecisionRequest by(Party other) {
    return new DecisionRequest(other, asked, resource, action, context, currentAal, relations);
  }

  public DecisionRequest on(@Nullable Party other) {
    return new DecisionRequest(subject, asked, other, action, context, currentAal, relations);
  }

  public DecisionRequest asking(Asked other) {
    return new DecisionRequest(subject, other, resource, action, context, currentAal, relations);
  }

  public DecisionRequest with(List<RelationFact> own) {
    return new DecisionRequest(subject, asked, resource, action, context, currentAal, own);
  }
}
