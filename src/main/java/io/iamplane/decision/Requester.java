package io.iamplane.decision;

import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/**
 * What follows from the caller.
 *
 * @param policy null without a policy
 */
public record Requester(Caller caller, @Nullable TenantPolicy policy) {

  /** The application whose own client asks; null when it is no application's. */
  public @Nullable String application() {
    TenantPolicy present = policy;
    return present == null || !present.organization().equals(caller.organization())
        ? null
        : present.applicationOf(caller.subject().id()).orElse(null);
  }

  /**
   * The assurance to decide by. Callers who ask about themselves have the level of their token, and
   * no body can raise it.
   */
  public Aal aal(Party subject, Aal claimed) {
    return isCaller(subject) ? caller.aal() : claimed;
  }

  /** The type of resource that a permission is about; null when it names none, or is unknown. */
  public @Nullable String resourceType(String permission) {
    TenantPolicy present = policy;
    return present == null ? null : present.snapshot().resourceType(permission);
  }

  private boolean isCaller(Party subject) {
    SubjectRef own = caller.subject();
    if (!subject.type().equals(own.type())) {
      return false;
    }
    return subject.id().equals(own.id()) || own.id().equals(idOf(subject));
  }

  /** The id of the entry that a name stands for; null when nothing mentions the name. */
  private @Nullable String idOf(Party subject) {
    TenantPolicy present = policy;
    return present == null ? null : present.snapshot().idOf(subject.type(), subject.id());
  }
}
