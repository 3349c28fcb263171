package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.cli.Commands;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every request that {@code docs/authzen.md} prints is answered as the page says. */
@QuarkusTest
class AuthzenPageApiTest {

  @Inject TestPlatform platform;
  @Inject Commands commands;

  private final ObjectMapper mapper = new ObjectMapper();

  @Test
  void everyRequestIsAnsweredAsThePageSays() throws IOException {
    AdminTenant tenant = new AdminTenant(platform);
    run("iam:manifest:apply", "docs/examples/warehouse.json", tenant);
    run("iam:relations:import", "docs/examples/warehouse-data.json", tenant);
    Map<String, String> names = new HashMap<>();
    List<String> faults = new ArrayList<>();
    for (TourPage.Step step : TourPage.steps(TourPage.text("docs/authzen.md"))) {
      Response answer = TourPage.send(tenant, step, names, faults);
      List<String> different = new ArrayList<>();
      JsonNode real = mapper.readTree(answer.asString());
      TourPage.compare("", mapper.readTree(step.answer()), real, names, different);
      if (answer.statusCode() != step.status() || !different.isEmpty()) {
        faults.add("%s: %d, %s in %s".formatted(step, answer.statusCode(), different, real));
      }
    }
    assertThat(faults).isEmpty();
  }

  private void run(String command, String file, AdminTenant tenant) {
    Commands.Ended ended =
        commands.run(command, file, "--organization", tenant.organization().key());
    assertThat(ended.exitCode()).as(ended.err()).isZero();
  }
}
