package io.iamplane.decision.engine.answer;

import io.iamplane.decision.engine.catalog.Privileges;
import io.iamplane.decision.engine.index.Grant;

/** What decided, before anyone asks for it in words. */
public sealed interface Cause {

  record ByGrant(Grant grant, Privileges privileges) implements Cause {}

  /** A relation or permission of the model holds on a resource. */
  record ByRelation(String name, String type, String id) implements Cause {}

  default Match match() {
    return switch (this) {
      case ByGrant(Grant grant, Privileges privileges) ->
          new Match("grant", privileges.privilege(grant.privilege()).key(), grant.id());
      case ByRelation(String name, String type, String id) ->
          new Match("relation", type + "#" + name, type + ":" + id);
    };
  }
}
