package io.iamplane.ops;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.util.List;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;

/** The platform's administrators see checks and unsafe settings; others see nothing. */
@QuarkusTest
class InstallationApiTest {

  private static final String PATH = "/api/iam/v1/installation";

  @Inject TestPlatform platform;
  @Inject StartUpChecks settings;

  @Test
  void everyReadinessCheckHasItsState() {
    ValidatableResponse shown = get(platform.platformToken()).statusCode(200);
    assertThat(shown.extract().<List<String>>path("data.checks.name"))
        .isSorted()
        .contains("database", "policies", "schema", "signing-key");
    assertThat(shown.extract().<List<Boolean>>path("data.checks.ready")).containsOnly(true);
  }

  @Test
  void unsafeSettingsAreNamedWithTheirRemedyAndWithoutSecrets() {
    ValidatableResponse shown = get(platform.platformToken()).statusCode(200);
    List<String> named = shown.extract().path("data.findings.setting");
    assertThat(named)
        .isNotEmpty()
        .isEqualTo(settings.findings().stream().map(finding -> finding.setting()).toList());
    assertThat(shown.extract().<List<String>>path("data.findings.remedy"))
        .noneMatch(String::isEmpty);
    assertThat(shown.extract().asString())
        .doesNotContain(ConfigProvider.getConfig().getValue("iam.kek", String.class));
  }

  @Test
  void aTenantsAdministratorMayNotSeeIt() {
    new AdminTenant(platform).get("installation").statusCode(403);
  }

  private static ValidatableResponse get(String token) {
    return given().auth().oauth2(token).get(PATH).then();
  }
}
