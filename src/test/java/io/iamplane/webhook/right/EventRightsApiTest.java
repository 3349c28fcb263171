package io.iamplane.webhook.right;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import io.iamplane.directory.client.IssuedClient;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An account with a few permissions subscribes, fetches, reads and replays. */
@QuarkusTest
class EventRightsApiTest {

  private static final String ON_GRANTS =
      "{'url': 'https://hooks.example.com/iam', 'event_filters': ['iam.grant.*']}";
  private static final String ON_ALL =
      "{'url': 'https://hooks.example.com/iam', 'event_filters': ['*']}";

  @Inject TestPlatform platform;

  private final Map<String, String> grants = new HashMap<>();
  private AdminTenant administrator;
  private IssuedClient client;
  private AdminTenant robot;

  @BeforeEach
  void aRobotThatManagesWebhooks() {
    administrator = new AdminTenant(platform);
    client = platform.clientWithoutRights(administrator.organization());
    robot = administrator.as(platform.token(client));
    hold("iam:webhooks.read");
    hold("iam:webhooks.manage");
  }

  @Test
  void toManageWebhooksAloneSubscribesToNothing() {
    needs("iam:grants.read", robot.post("webhooks", ON_GRANTS));
    hold("iam:grants.read");
    robot.post("webhooks", ON_GRANTS).statusCode(201);
    robot.post("webhooks", ON_ALL).statusCode(403);
    administrator.post("webhooks", ON_ALL).statusCode(201);
  }

  @Test
  void toAlterAWebhookTakesWhatItIsSent() {
    String id = administrator.made("webhooks", ON_GRANTS);
    needs("iam:grants.read", robot.patch("webhooks/" + id, "{'url': 'https://other.example/'}"));
    hold("iam:grants.read");
    robot.patch("webhooks/" + id, "{'url': 'https://other.example/'}").statusCode(200);
    robot.patch("webhooks/" + id, "{'event_filters': ['*']}").statusCode(403);
    release("iam:grants.read");
    robot.patch("webhooks/" + id, "{'ordering': 'per_target'}").statusCode(403);
    robot.patch("webhooks/" + id, "{'status': 'disabled'}").statusCode(200);
    robot.patch("webhooks/" + id, "{'url': 'https://third.example/'}").statusCode(200);
    needs("iam:grants.read", robot.patch("webhooks/" + id, "{'status': 'active'}"));
    administrator.patch("webhooks/" + id, "{'status': 'active'}").statusCode(200);
    robot.delete("webhooks/" + id).statusCode(200);
  }

  @Test
  void theFeedShowsWhatTheCallerMayRead() {
    hold("iam:events.read");
    hold("iam:users.read");
    administrator.made("users", "{'name': 'Ann', 'external_id': 'ann'}");
    ValidatableResponse feed = robot.get("events?limit=100").statusCode(200);
    List<String> types = feed.extract().path("data.type");
    assertThat(types)
        .contains("iam.user.created")
        .allMatch(type -> type.startsWith("iam.user.") || type.startsWith("iam.webhook."));
    feed.body("withheld", greaterThan(0));
    int last = administrator.get("events?limit=100").extract().path("next_after");
    assertThat(feed.extract().<Integer>path("next_after")).isEqualTo(last);
    assertThat(administrator.get("events?limit=100").extract().<Integer>path("withheld")).isZero();
  }

  @Test
  void aDeliveryIsReadAndReplayedByWhoMayReadItsEvent() throws Exception {
    String webhook = administrator.made("webhooks", ON_GRANTS);
    String delivery = deadLetter(webhook);
    for (String list : List.of("webhooks/dlq", "webhooks/" + webhook + "/deliveries")) {
      robot.get(list).body("data[0].event_type", equalTo("iam.grant.created"));
      robot.get(list).body("data[0].subject", nullValue());
      administrator.get(list).body("data[0].subject", startsWith("grant:"));
    }
    needs("iam:grants.read", robot.get("webhooks/deliveries/" + delivery));
    needs("iam:grants.read", robot.post("webhooks/deliveries/" + delivery + "/replay"));
    needs("iam:grants.read", robot.post("webhooks/dlq/replay", replay("iam.grant.created")));
    hold("iam:grants.read");
    robot.get("webhooks/deliveries/" + delivery).body("data.subject", startsWith("grant:"));
    robot.get("webhooks/dlq").body("data[0].subject", startsWith("grant:"));
    robot.post("webhooks/dlq/replay", "{}").statusCode(403);
    robot.post("webhooks/dlq/replay", replay("iam.grant.created")).statusCode(200);
    administrator.post("webhooks/dlq/replay", "{}").statusCode(200);
  }

  private void hold(String permission) {
    grants.put(
        permission,
        administrator.made(
            "grants",
            "{'subject': '%s', 'privilege_type': 'permission', 'privilege_key': '%s'}"
                .formatted(platform.subject(client), permission)));
  }

  private void release(String permission) {
    administrator.post("grants/" + grants.get(permission) + "/revoke", "{}").statusCode(200);
  }

  /** A finished delivery, without a worker. */
  private String deadLetter(String webhook) throws Exception {
    String organization = administrator.organization().id().toString();
    String id = UuidV7.next().toString();
    Rows.update(
        """
        INSERT INTO iam_webhook_deliveries (id, organization_id, webhook_id, seq, event_type, status,
          next_attempt_at, finished_at, attempts)
        SELECT '%s', '%s', '%s', max(seq), 'iam.grant.created', 'dead', now(), now(), '[]'
        FROM iam_outbox_messages WHERE organization_id = '%s' AND event_type = 'iam.grant.created'
        """
            .formatted(id, organization, UUID.fromString(webhook), organization));
    return id;
  }

  private static String replay(String type) {
    return "{'event_type': '" + type + "'}";
  }

  private static void needs(String permission, ValidatableResponse answer) {
    answer.statusCode(403).body("detail", containsString(permission));
  }
}
