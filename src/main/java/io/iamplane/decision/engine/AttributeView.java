package io.iamplane.decision.engine;

import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.language.condition.Attributes;
import io.iamplane.language.condition.Root;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The attributes that conditions read, as {@link DecisionRequest} documents them: the engine's own
 * first, then those of the snapshot, then those of the request.
 */
final class AttributeView implements Attributes {

  private static final String EXTERNAL_ID = AttributeChange.EXTERNAL_ID;

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
      case SUBJECT -> has(root, asked.subject(), about().subject(), field);
      case RESOURCE -> has(root, asked.resource(), about().resource(), field);
      case ACTION -> ownAction(field) != null || asked.action().containsKey(field);
      case CONTEXT -> asked.context().containsKey(field);
      case REQUEST -> ownRequest(field) != null;
    };
  }

  @Override
  public @Nullable Object get(Root root, String field) {
    DecisionRequest asked = Objects.requireNonNull(request);
    return switch (root) {
      case SUBJECT -> get(root, asked.subject(), about().subject(), field);
      case RESOURCE -> get(root, asked.resource(), about().resource(), field);
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

  private static boolean has(Root of, @Nullable Party party, @Nullable Node node, String field) {
    if (party == null) {
      return false;
    }
    return switch (field) {
      case "type", "id" -> true;
      case EXTERNAL_ID -> hasExternalId(of, party, node);
      default -> stored(node).containsKey(field) || party.properties().containsKey(field);
    };
  }

  private static @Nullable Object get(
      Root of, @Nullable Party party, @Nullable Node node, String field) {
    if (party == null) {
      return null;
    }
    return switch (field) {
      case "type" -> party.type();
      case "id" -> node == null ? party.id() : node.ref().id();
      case EXTERNAL_ID -> externalId(of, party, node);
      default -> {
        Map<String, Object> stored = stored(node);
        yield stored.containsKey(field) ? stored.get(field) : party.properties().get(field);
      }
    };
  }

  /**
   * Reads the external id. For the directory's types, only the directory's counts, and nothing
   * replaces a missing one. A subject of any type cannot claim one by its properties.
   */
  private static @Nullable Object externalId(Root of, Party party, @Nullable Node node) {
    if (SubjectRef.isOfDirectory(party.type())) {
      Entry entry = node == null ? null : node.entry();
      return entry == null ? null : entry.externalId();
    }
    Map<String, Object> stored = stored(node);
    return of == Root.SUBJECT || stored.containsKey(EXTERNAL_ID)
        ? stored.get(EXTERNAL_ID)
        : party.properties().get(EXTERNAL_ID);
  }

  private static boolean hasExternalId(Root of, Party party, @Nullable Node node) {
    if (SubjectRef.isOfDirectory(party.type())) {
      return externalId(of, party, node) != null;
    }
    return stored(node).containsKey(EXTERNAL_ID)
        || (of != Root.SUBJECT && party.properties().containsKey(EXTERNAL_ID));
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
