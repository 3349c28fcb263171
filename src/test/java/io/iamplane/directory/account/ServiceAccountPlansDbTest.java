package io.iamplane.directory.account;

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
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of service accounts are ranges of an index. */
@QuarkusTest
class ServiceAccountPlansDbTest {

  private static final PageRequest FIRST = new PageRequest(25, null);

  @Inject Plans plans;
  @Inject TestPlatform platform;

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"active", "suspended"})
  void accountsAreOneRange(@Nullable String status) throws SQLException {
    write(platform.tenant().id());
    OrganizationId tenant = platform.tenant().id();
    write(tenant);
    Volume.analyze("iam_service_accounts");
    PlanAssert.isOneRangeFor(
        status,
        plans.of(ServiceAccountStore.query(tenant, FIRST, status)),
        "iam_service_accounts_pkey",
        "iam_service_accounts_by_status");
  }

  private static void write(OrganizationId tenant) throws SQLException {
    new Volume(tenant)
        .insert(
            1_000,
            """
            INSERT INTO iam_service_accounts (id, organization_id, name, status, created_at,
              updated_at)
            SELECT %s, '%s', 'Robot', CASE WHEN i %% 10 = 0 THEN 'suspended' ELSE 'active' END,
              now(), now()
            """
                .formatted(Volume.id("i"), tenant.value()));
  }
}
