package io.iamplane.catalog.manifest;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.PageRequest;
import io.iamplane.testing.PlanAssert;
import io.iamplane.testing.Plans;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages of manifests are ranges of an index. */
@QuarkusTest
class ManifestPlansDbTest {

  private static final PageRequest FIRST = new PageRequest(25, null);

  @Inject Plans plans;
  @Inject TestPlatform platform;

  @ParameterizedTest
  @CsvSource({
    ",     ,                 iam_manifests_pkey",
    ",     applied,          iam_manifests_by_status",
    ",     pending_approval, iam_manifests_by_status",
    "app2, ,                 iam_manifests_by_application",
    "app2, applied,          iam_manifests_by_application",
    "none, rejected,         iam_manifests_by_application"
  })
  void manifestsAreOneRange(@Nullable String application, @Nullable String status, String index)
      throws SQLException {
    write(platform.tenant().id());
    OrganizationId tenant = platform.tenant().id();
    write(tenant);
    Volume.analyze("iam_manifests");
    Plans.Plan plan = plans.of(ManifestStore.query(tenant, FIRST, application, status));
    if (application == null) {
      PlanAssert.isOneRangeFor(status, plan, "iam_manifests_pkey", index);
    } else {
      PlanAssert.isOneRangeOf(index, plan);
    }
  }

  private static void write(OrganizationId tenant) throws SQLException {
    new Volume(tenant)
        .insert(
            2_000,
            """
            INSERT INTO iam_manifests (id, organization_id, application_key, version, status,
              content, content_hash, submitted_by, created_at, updated_at)
            SELECT %s, '%s', 'app' || i %% 5, i, CASE WHEN i %% 50 = 0 THEN 'pending_approval'
              WHEN i %% 7 = 0 THEN 'rejected' ELSE 'applied' END, '{}',
              decode(repeat('00', 32), 'hex'), 'tester', now(), now()
            """
                .formatted(Volume.id("i"), tenant.value()));
  }
}
