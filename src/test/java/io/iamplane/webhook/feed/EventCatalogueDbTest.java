package io.iamplane.webhook.feed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.chain.EventType;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.GoldenFile;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** {@code docs/events.md}: every type with an example that the service itself wrote. */
@QuarkusTest
class EventCatalogueDbTest {

  private static final String HEAD =
      """
      # Events

      Every type of event, with an example as it is sent to webhooks and stands in the feed
      ([webhooks.md](webhooks.md)). This page is generated (`EventCatalogueDbTest`, `-Dgolden.update=true`) from
      events that the service wrote; ids, times and long values are replaced. `type` and the members of `data` are
      stable: members are added, none is taken away or changes its meaning.

      An event is a [CloudEvents 1.0](https://github.com/cloudevents/spec) event. `source` is the issuer, `subject`
      the target. `data.before` and `data.after` are the target's whole image before and after; one of them is absent
      when the target was made or removed. `data.seq` is the event's number, rising in commit order. An image never
      holds a secret; it may hold personal values, as the API does.

      `risk_level` says how much harm such a change can do, for filters and alerts: it is the same for all events of a
      type.
      """;

  @Inject EventScenario scenario;
  @Inject ObjectMapper mapper;

  private final Map<EventType, JsonNode> examples = new EnumMap<>(EventType.class);

  @Test
  void everyTypeHasItsExample() throws Exception {
    collect(scenario.play());
    Set<EventType> shown = EnumSet.copyOf(examples.keySet());
    borrow();
    assertThat(examples).containsOnlyKeys(EventType.values());
    // What no request can do yet, or only an attack: shown with the image of a sibling.
    assertThat(EnumSet.complementOf(EnumSet.copyOf(shown)))
        .isSubsetOf(
            EventType.GRANT_SUSPENDED,
            EventType.GRANT_REINSTATED,
            EventType.RELATION_UPDATED,
            EventType.RELATION_DELETED,
            EventType.OBJECT_UPDATED,
            EventType.CLIENT_KEYS_REPLACED,
            EventType.MANIFEST_ROLLED_BACK,
            EventType.AUDIT_CHAIN_BROKEN,
            EventType.AUDIT_FINDING_ACKNOWLEDGED);
    StringBuilder page = new StringBuilder(HEAD);
    for (EventType type : EventType.values()) {
      page.append("\n## ")
          .append(type.wire())
          .append("\n\n```json\n")
          .append(text(examples.get(type)))
          .append("\n```\n");
    }
    new GoldenFile(Path.of("docs/events.md")).assertMatches(page.toString());
  }

  private void collect(AdminTenant tenant) throws Exception {
    add(
        "SELECT body FROM iam_outbox_messages WHERE organization_id = '%s' ORDER BY seq"
            .formatted(tenant.organization().id()));
    // The latest, which the scenario made: other tests rotate and revoke keys, too.
    add(
        "SELECT body FROM iam_outbox_messages WHERE event_type LIKE 'iam.key.%'"
            + " AND body LIKE '%\"purpose\":\"token\"%' ORDER BY created_at DESC");
    add(
        "SELECT body FROM iam_outbox_messages WHERE event_type LIKE 'iam.organization.%' AND"
            + " body::jsonb ->> 'subject' = 'organization:%s' ORDER BY seq"
                .formatted(tenant.organization().id()));
  }

  private void add(String query) throws Exception {
    for (String body : Rows.texts(query)) {
      ObjectNode event = (ObjectNode) mapper.readTree(body);
      for (EventType type : EventType.values()) {
        if (event.path("type").asText().equals(type.wire())) {
          examples.putIfAbsent(type, new ExampleText().of(event));
        }
      }
    }
  }

  /** A type that did not happen has the image of the first of its area. */
  private void borrow() {
    for (EventType type : EventType.values()) {
      if (!examples.containsKey(type)) {
        ObjectNode event = sibling(type).deepCopy();
        event.put("type", type.wire());
        ObjectNode data = (ObjectNode) event.get("data");
        JsonNode image = data.has("after") ? data.get("after") : data.get("before");
        data.set("before", image);
        data.set("after", image);
        if (type == EventType.RELATION_DELETED) {
          data.remove("after");
        } else if (type.wire().startsWith("iam.audit.")) {
          data.remove("before");
        }
        data.put("risk_level", type.risk().wire());
        examples.put(type, event);
      }
    }
  }

  private ObjectNode sibling(EventType type) {
    String area = type.wire().substring(0, type.wire().indexOf('.', "iam.".length()) + 1);
    return examples.keySet().stream()
        .filter(other -> other.wire().startsWith(area))
        .findFirst()
        .map(examples::get)
        .map(ObjectNode.class::cast)
        .orElseThrow(() -> new AssertionError("no example of " + type.wire()));
  }

  private String text(JsonNode event) throws Exception {
    return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(event);
  }
}
