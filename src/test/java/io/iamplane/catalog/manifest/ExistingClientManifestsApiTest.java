package io.iamplane.catalog.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.ClientRecording;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The manifests that existing clients hand in, as they send them. */
@QuarkusTest
class ExistingClientManifestsApiTest {

  /** Holds members that the contract does not know; each is named in the refusal. */
  private static final String MORE_THAN_THE_CONTRACT =
      "manifest with everything that its schema knows";

  @Inject TestPlatform platform;

  @TestFactory
  Stream<DynamicTest> everyRecordedManifestIsAnsweredAsItsClientReadsIt() {
    return Stream.of("node", "php")
        .flatMap(client ->
            ClientRecording.of(client).stream()
                .filter(recording -> recording.request().path().endsWith("/manifests"))
                .map(recording ->
                    DynamicTest.dynamicTest(
                        client + ": " + recording.name(), () -> replay(recording))));
  }

  private void replay(ClientRecording recording) {
    AdminTenant tenant = new AdminTenant(platform);
    Response response =
        send(
            recording
                .with(
                    Map.of(
                        "token",
                        tenant.token(),
                        "application",
                        "shop",
                        "uuid",
                        UUID.randomUUID().toString()))
                .request());
    if (recording.name().equals(MORE_THAN_THE_CONTRACT)) {
      assertThat(response.statusCode()).isEqualTo(422);
      assertThat(response.jsonPath().getMap("errors"))
          .containsKeys("auth.auto_rotate", "auth.jwks", "auth.token_endpoint_auth_method");
      return;
    }
    assertThat(response.statusCode()).as(response.asString()).isEqualTo(201);
    for (String read : recording.reads()) {
      assertThat(response.<Object>path(read)).as(read).isNotNull();
    }
  }

  private static Response send(ClientRecording.Request request) {
    return RestAssured.given()
        .headers(request.headers())
        .body(Objects.requireNonNull(request.text()))
        .request(request.method(), request.path());
  }
}
