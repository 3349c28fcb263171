package io.iamplane.decision.engine;

import io.iamplane.decision.engine.question.Cause;
import io.iamplane.decision.engine.question.Match;

/** The fact that decided. */
sealed interface DecidingFact extends Cause {

  record ByGrant(IndexedGrant grant, Privileges privileges) implements DecidingFact {}

  record ByRelation(String name, String type, String id) implements DecidingFact {}

  @Override
  default Match match() {
    return switch (this) {
      case ByGrant(IndexedGrant grant, Privileges privileges) ->
          new Match("grant", privileges.privilege(grant.privilege()).key(), grant.id());
      case ByRelation(String name, String type, String id) ->
          new Match("relation", type + "#" + name, type + ":" + id);
    };
  }
}
