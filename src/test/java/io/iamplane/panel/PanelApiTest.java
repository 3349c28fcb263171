package io.iamplane.panel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.bootstrap.DemoTenant;
import io.iamplane.cli.Commands;
import io.iamplane.directory.organization.OrganizationService;
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
@QuarkusTest
@TestProfile(PanelProfile.class)
class PanelApiTest {

  private static final Duration JOURNEY = Duration.ofSeconds(240);

  /** There are many, each in both themes and at two widths. */
  private static final Duration ALL_PAGES = Duration.ofSeconds(480);

  private static boolean filled;

  /** Signs in; a person of the demo tenant. */
  private static final String REVIEWER = "user:demo-ada";

  @Inject DemoTenant demo;
  @Inject Commands commands;
  @Inject TestPlatform platform;
  @Inject OrganizationService organizations;

  @AfterEach
  void comeBack() throws IOException {
    TestDatabase.proxy().comeBack();
    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> RestAssured.given().get("/api/iam/v1/ready").statusCode() == 200);
  }

  /** The unit tests of the panel and its thinnest slice, in every build. */
  @Test
  void aPersonSignsInAndAsks() throws Exception {
    Journeys.travel(prepare(), "slice", JOURNEY, Map.of());
  }

  /** In this order: the first leaves the others their share of open work. */
  @Tag("ci")
  @ParameterizedTest
  @ValueSource(strings = {"journey", "operate", "provider", "edges", "keyboard", "tasks"})
  void peopleSignInAndWork(String journey) throws Exception {
    Path browser = prepare();
    Journeys.travel(browser, journey, JOURNEY, Map.of("STRANGER", PanelTenant.stranger(platform)));
  }

  @Tag("ci")
  @Test
  void everyPageIsSeenInBothThemesAndOnATelephone() throws Exception {
    Journeys.travel(prepare(), "pages", ALL_PAGES, Map.of());
  }

  @Tag("ci")
  @Test
  void aPersonSignsInWithAPasskey() throws Exception {
    Path browser = prepare();
    Journeys.travel(browser, "passkey", JOURNEY, Map.of("LINK", link(DemoTenant.KEY, "ann")));
  }

  @Tag("ci")
  @Test
  void aPersonOfThePlatformSeesKeysAndHealth() throws Exception {
    Path browser = prepare();
    PanelTenant.platformAdministrator("pia");
    String key = organizations.platform().orElseThrow().key();
    Journeys.travel(browser, "platform", JOURNEY, Map.of("LINK", link(key, "pia")));
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

  private String link(String organization, String user) {
    Commands.Ended invited =
        commands.run("iam:users:invite", "--tenant", organization, "--user", user, "--json");
    assertThat(invited.exitCode()).as(invited.err()).isZero();
    return JsonPath.from(invited.out()).getString("url");
  }
}
