package io.iamplane.catalog.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.language.pattern.PermissionKey;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ControlPlaneTest {

  /** The golden document is held equal to the one that is served. */
  private static final Path OPENAPI = Path.of("src/main/resources/META-INF/iam/openapi.json");

  @Test
  void thePermissionsAreThoseThatTheOperationsAskFor() throws Exception {
    Map<String, Boolean> asked = new TreeMap<>();
    for (JsonNode path : new ObjectMapper().readTree(OPENAPI.toFile()).path("paths")) {
      for (JsonNode operation : path) {
        if (operation.has("x-iam-permission")) {
          asked.put(
              operation.path("x-iam-permission").asText(),
              operation.path("x-iam-platform").asBoolean());
        }
      }
    }
    Map<String, Boolean> held = new TreeMap<>();
    for (ControlPlanePermission permission : ControlPlanePermission.values()) {
      held.put(permission.key(), permission.platformOnly());
    }
    // No operation asks for it: with it, operations give what their callers lack.
    assertThat(held.remove(ControlPlanePermission.ESCALATE.key())).isFalse();
    assertThat(held).isEqualTo(asked);
  }

  @ParameterizedTest
  @EnumSource(ControlPlanePermission.class)
  void everyKeyIsTheApplications(ControlPlanePermission permission) throws Exception {
    assertThat(PermissionKey.parse(permission.key()).app()).isEqualTo(ControlPlane.APPLICATION);
    assertThat(ControlPlane.permission(permission.key())).contains(permission);
  }

  @Test
  void aTenantsCatalogueHoldsNothingOfThePlatforms() {
    assertThat(ControlPlane.permissions(false))
        .isNotEmpty()
        .noneMatch(ControlPlanePermission::platformOnly);
    assertThat(ControlPlane.role(ControlPlane.ADMINISTRATOR).orElseThrow().permissions(false))
        .doesNotContain("iam:organizations.manage")
        .contains("iam:decisions.check");
    assertThat(ControlPlane.role(ControlPlane.ADMINISTRATOR).orElseThrow().permissions(true))
        .contains("iam:organizations.manage");
  }

  @Test
  void theAuditorReadsAndTheDecisionClientOnlyAsks() {
    assertThat(ControlPlane.role("iam:iam-auditor").orElseThrow().permissions(true))
        .contains("iam:organizations.read", "iam:grants.read")
        .allMatch(key -> key.endsWith(".read") || key.endsWith(".view"));
    assertThat(ControlPlane.role(ControlPlane.DECISION_CLIENT).orElseThrow().permissions(true))
        .containsExactly("iam:decisions.check");
  }
}
