package io.iamplane.decision.engine;

import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Root;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What conditions read, as {@link DecisionRequest} documents it: what the engine knows first, then
 * what the snapshot stores, then what the request says.
 */
final class AttributeView implements Attributes {

  private @Nullable DecisionRequest request;
  private @Nullable Question question;
  private @Nullable Instant now;

  void begin(DecisionRequest asked, Question about, Instant time) {
    request = asked;
    question = about;
    now = time;
  }

  void end() {
    request = null;
    question = null;
    now = null;
  }

  @Override
  public boolean has(Root root, String field) {
    DecisionRequest asked = Objects.requireNonNull(request);
    return switch (root) {
      case SUBJECT -> has(asked.subject(), about().subject(), field);
      case RESOURCE -> has(asked.resource(), about().resource(), field);
      case ACTION -> ownAction(field) != null || asked.action().containsKey(field);
      case CONTEXT -> asked.context().containsKey(field);
      case REQUEST -> ownRequest(field) != null;
    };
  }

  @Override
  public @Nullable Object get(Root root, String field) {
    DecisionRequest asked = Objects.requireNonNull(request);
    return switch (root) {
      case SUBJECT -> get(asked.subject(), about().subject(), field);
      case RESOURCE -> get(asked.resource(), about().resource(), field);
      case ACTION -> {
        Object own = ownAction(field);
        yield own != null ? own : asked.action().get(field);
      }
      case CONTEXT -> asked.context().get(field);
      case REQUEST -> ownRequest(field);
    };
  }

  private Question about() {
    return Objects.requireNonNull(question);
  }

  private static boolean has(@Nullable Party party, @Nullable Node node, String field) {
    if (party == null) {
      return false;
    }
    return ownParty(party, node, field) != null
        || stored(node).containsKey(field)
        || party.properties().containsKey(field);
  }

  private static @Nullable Object get(@Nullable Party party, @Nullable Node node, String field) {
    if (party == null) {
      return null;
    }
    Object own = ownParty(party, node, field);
    if (own != null) {
      return own;
    }
    Map<String, Object> stored = stored(node);
    return stored.containsKey(field) ? stored.get(field) : party.properties().get(field);
  }

  private static @Nullable Object ownParty(Party party, @Nullable Node node, String field) {
    return switch (field) {
      case "type" -> party.type();
      case "id" -> node == null ? party.id() : node.ref().id();
      default -> null;
    };
  }

  private static Map<String, Object> stored(@Nullable Node node) {
    Entry entry = node == null ? null : node.entry();
    return entry == null ? Map.of() : entry.attributes();
  }

  private @Nullable Object ownAction(String field) {
    return switch (field) {
      case "name" -> about().actionName();
      case "permission" -> {
        CatalogPermission permission = about().permission();
        yield permission == null ? null : permission.fact().key();
      }
      default -> null;
    };
  }

  private @Nullable Object ownRequest(String field) {
    return switch (field) {
      case "time" -> now;
      case "application" -> about().application();
      case "current_aal" -> Objects.requireNonNull(request).currentAal().wire();
      default -> null;
    };
  }
}
