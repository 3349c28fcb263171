package io.iamplane.panel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.bootstrap.DemoTenant;
import io.iamplane.cli.Commands;
import io.iamplane.shared.Caller;
import io.iamplane.testing.TestDatabase;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The admin panel in Chromium, from an origin of its own: people sign in and work with it. Pictures
 * of every page in both themes are left in {@code target/panel}.
 */
@Tag("ci")
@QuarkusTest
@TestProfile(PanelProfile.class)
class PanelApiTest {

  private static final Duration JOURNEY = Duration.ofSeconds(180);

  private static boolean filled;

  /** Signs in; a person of the demo tenant. */
  private static final String REVIEWER = "user:demo-ada";

  @Inject DemoTenant demo;
  @Inject Commands commands;
  @Inject TestPlatform platform;

  @AfterEach
  void comeBack() throws IOException {
    TestDatabase.proxy().comeBack();
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> RestAssured.given().get("/api/iam/v1/ready").statusCode() == 200);
  }

  /** In this order: the first leaves the others their share of open work. */
  @ParameterizedTest
  @ValueSource(strings = {"journey", "operate", "provider", "edges", "keyboard", "tasks"})
  void peopleSignInAndWork(String journey) throws Exception {
    Path browser = prepare();
    Journeys.travel(browser, journey, JOURNEY, Map.of("STRANGER", PanelTenant.stranger(platform)));
  }

  @Test
  void aPersonSignsInWithAPasskey() throws Exception {
    Path browser = prepare();
    Journeys.travel(browser, "passkey", JOURNEY, Map.of("LINK", link()));
  }

  /** Builds the panel and fills its tenant, once. */
  private Path prepare() throws Exception {
    Path browser = Journeys.build();
    if (!filled) {
      demo.load(operator -> Caller.job(operator, "panel-test", "panel-test"));
      new PanelTenant().fill(REVIEWER);
      filled = true;
    }
    return browser;
  }

  private String link() {
    Commands.Ended invited =
        commands.run("iam:users:invite", "--tenant", DemoTenant.KEY, "--user", "ann", "--json");
    assertThat(invited.exitCode()).as(invited.err()).isZero();
    return JsonPath.from(invited.out()).getString("url");
  }
}
