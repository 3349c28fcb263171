package io.iamplane.decision;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.SubjectRef;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The defaults that a request takes from its caller; null: no policy. */
public record Requester(Caller caller, @Nullable TenantPolicy policy) {

  /** Returns the application that has the caller as its own client; null for other callers. */
  private @Nullable String application() {
    return policy == null || !policy.organization().equals(caller.organization())
        ? null
        : policy.applicationOf(caller.subject().id()).orElse(null);
  }

  /** The question of the control plane about a caller's right in it. */
  public static DecisionRequest ofControlPlane(Caller caller, String permission) {
    return new DecisionRequest(
        Party.of(caller.subject()),
        new Asked.Permission(permission, ControlPlane.APPLICATION),
        null,
        Map.of(),
        Map.of(),
        caller.aal());
  }

  /**
   * Completes a request with the caller's defaults. A bare key, a relation or an action belongs to
   * the caller's application; for a caller without one, an action belongs to the only application
   * that has it for the resource's type; an id without a type has the permission's resource type;
   * the assurance level is the caller's own. Returns the same object if there is nothing to add.
   */
  public DecisionRequest complete(DecisionRequest body) {
    boolean named = isNamed(body.asked());
    Party resource = body.resource();
    boolean untyped = resource != null && resource.type().isEmpty();
    Aal aal = aal(body.subject(), body.currentAal());
    if (named && !untyped && aal == body.currentAal()) {
      return body;
    }
    Asked asked = named ? body.asked() : body.asked().of(application(body.asked(), resource));
    return new DecisionRequest(
        body.subject(),
        asked,
        resource != null && untyped ? typed(resource, asked) : resource,
        body.action(),
        body.context(),
        aal,
        body.relations());
  }

  private @Nullable String application(Asked asked, @Nullable Party resource) {
    String own = application();
    return own == null && asked instanceof Asked.Action action && resource != null && policy != null
        ? policy.snapshot().applicationActing(resource.type(), action.name())
        : own;
  }

  private static boolean isNamed(Asked asked) {
    return asked.application() != null
        || (asked instanceof Asked.Permission permission && permission.key().indexOf(':') >= 0);
  }

  /** Without a type it names nothing; of no type it is in no scope and in no model. */
  private Party typed(Party resource, Asked asked) {
    String type =
        asked instanceof Asked.Permission permission && policy != null
            ? policy.snapshot().resourceType(permission.fullKey())
            : null;
    return type == null ? resource : new Party(type, resource.id(), resource.properties());
  }

  /** For questions about the caller this is the level of the token, and no body can raise it. */
  private Aal aal(Party subject, Aal claimed) {
    return isCaller(subject) ? caller.aal() : claimed;
  }

  private boolean isCaller(Party subject) {
    SubjectRef own = caller.subject();
    return subject.type().equals(own.type())
        && (subject.id().equals(own.id()) || own.id().equals(idOf(subject)));
  }

  private @Nullable String idOf(Party subject) {
    return policy == null ? null : policy.snapshot().idOf(subject.type(), subject.id());
  }
}
