package io.iamplane.decision.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.PolicyEngine;
import io.iamplane.decision.engine.request.Asked;
import io.iamplane.decision.engine.request.DecisionRequest;
import io.iamplane.decision.engine.request.DecisionRequest.Party;
import io.iamplane.decision.matrix.MatrixCase;
import io.iamplane.decision.matrix.MatrixCheck;
import io.iamplane.decision.matrix.MatrixFile;
import io.iamplane.decision.matrix.MatrixParty;
import io.iamplane.decision.matrix.MatrixReader;
import io.iamplane.decision.matrix.MatrixTenants;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What the services wrote and the loader reads back means what the matrix says. */
@QuarkusTest
class MatrixThroughTablesDbTest {

  private static final Instant NOW = Instant.parse("2060-03-01T12:00:00Z");

  @Inject MatrixTenants tenants;
  @Inject SnapshotLoader loader;

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

  private void ask(MatrixFile file) {
    MatrixTenants.Loaded loaded = tenants.load(file);
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
