package io.iamplane.decision.wire;

import io.iamplane.decision.Requester;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns what is asked into the engine's question. */
final class DecisionQuestions {

  private DecisionQuestions() {}

  static DecisionRequest of(Check check, Requester asker) {
    Asked asked = asked(check, asker);
    return new DecisionRequest(
        check.subject(),
        asked,
        resource(check.resource(), asked, asker),
        Map.of(),
        check.context(),
        asker.aal(check.subject(), check.currentAal()));
  }

  /** A bare key, or a relation, is of the application whose own client asks. */
  private static Asked asked(Check check, Requester asker) {
    String permission = check.permission();
    String application =
        check.application() == null && (permission == null || permission.indexOf(':') < 0)
            ? asker.application()
            : check.application();
    return permission == null
        ? new Asked.Relation(Objects.requireNonNull(check.relation()), application)
        : new Asked.Permission(permission, application);
  }

  /** An id alone is of the type that the permission is about. */
  private static @Nullable Party resource(@Nullable Party resource, Asked asked, Requester asker) {
    if (resource == null || !resource.type().isEmpty()) {
      return resource;
    }
    String type =
        asked instanceof Asked.Permission permission
            ? asker.resourceType(permission.fullKey())
            : null;
    // Without a type it names nothing; of no type it is in no scope and in no model.
    return new Party(type == null ? "" : type, resource.id(), resource.properties());
  }
}
