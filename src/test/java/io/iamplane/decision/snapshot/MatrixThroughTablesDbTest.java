package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.catalog.manifest.ManifestService;
import io.iamplane.catalog.manifest.ManifestVersion;
import io.iamplane.decision.engine.PolicyEngine;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.matrix.MatrixCase;
import io.iamplane.decision.matrix.MatrixCheck;
import io.iamplane.decision.matrix.MatrixFile;
import io.iamplane.decision.matrix.MatrixParty;
import io.iamplane.decision.matrix.MatrixReader;
import io.iamplane.decision.matrix.MatrixTenants;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** A policy written by the services and read by the loader decides as the matrix expects. */
@QuarkusTest
class MatrixThroughTablesDbTest {

  private static final Instant NOW = Instant.parse("2060-03-01T12:00:00Z");

  @Inject MatrixTenants tenants;
  @Inject SnapshotLoader loader;
  @Inject ManifestInstaller installer;
  @Inject ManifestService manifests;
  @Inject CatalogReader catalog;
  @Inject TestPlatform platform;

  private final PolicyEngine engine =
      new PolicyEngine(
          100_000,
          defect -> {
            throw new AssertionError(defect);
          });

  @TestFactory
  Stream<DynamicTest> everyFileAnswersAsWritten() {
    return MatrixReader.wire().stream()
        .map(file -> DynamicTest.dynamicTest(file.name(), () -> ask(file)));
  }

  /** Manifests that remove everything are rolled back, and every decision is the same as before. */
  @TestFactory
  Stream<DynamicTest> rollingBackRestoresEveryDecision() {
    List<MatrixFile> files = MatrixReader.wire();
    return rolledBack(
        IntStream.range(0, files.size()).filter(i -> i % 6 == 0).mapToObj(files::get));
  }

  @TestFactory
  @Tag("ci")
  Stream<DynamicTest> rollingBackRestoresEveryDecisionOfEveryFile() {
    return rolledBack(MatrixReader.wire().stream());
  }

  private Stream<DynamicTest> rolledBack(Stream<MatrixFile> files) {
    return files.map(file ->
        DynamicTest.dynamicTest(
            file.name(),
            () -> {
              MatrixTenants.Loaded loaded = tenants.load(file);
              OrganizationId tenant = loaded.tenant().id();
              List<Application> applications = catalog.applications(tenant);
              applications.forEach(application -> empty(tenant, application));
              assertThat(catalog.applications(tenant))
                  .extracting(Application::manifestVersion)
                  .containsOnly(2);
              applications.forEach(
                  application -> installer.rollBack(platform.command(), tenant, application.key()));
              ask(loaded);
            }));
  }

  private void empty(OrganizationId tenant, Application application) {
    ManifestVersion applied = manifests.applied(tenant, application.key()).orElseThrow();
    Manifest content = manifests.content(tenant, applied.id());
    installer.apply(
        platform.command(),
        tenant,
        new Manifest(
            new Manifest.App(
                content.app().key(), "Nothing", content.app().type(), content.app().riskLevel()),
            content.auth(),
            List.of(),
            List.of(),
            Map.of(),
            // Conditions of present grants read these; taking them away is refused.
            content.attributes(),
            content.conditions()));
    TenantPolicy policy = loader.load(tenant).orElseThrow();
    assertThat(policy.snapshot().permissionKeys())
        .noneMatch(key -> key.startsWith(application.key() + ":"));
  }

  private void ask(MatrixFile file) {
    ask(tenants.load(file));
  }

  private void ask(MatrixTenants.Loaded loaded) {
    MatrixFile file = loaded.file();
    TenantPolicy policy = loader.load(loaded.tenant().id()).orElseThrow();
    for (MatrixCase each : loaded.file().cases()) {
      assertThat(engine.decide(policy.snapshot(), request(each.asked()), NOW).reason())
          .as("%s: %s", file.name(), each.name())
          .isEqualTo(each.expect().reason());
    }
  }

  private static DecisionRequest request(MatrixCheck check) {
    String permission = check.permission();
    return new DecisionRequest(
        Objects.requireNonNull(party(check.subject())),
        permission == null
            ? new Asked.Relation(Objects.requireNonNull(check.relation()), check.application())
            : new Asked.Permission(permission, check.application()),
        party(check.resource()),
        Map.of(),
        check.context(),
        check.currentAal());
  }

  private static @Nullable Party party(@Nullable MatrixParty party) {
    return party == null ? null : new Party(party.type(), party.id(), party.properties());
  }
}
