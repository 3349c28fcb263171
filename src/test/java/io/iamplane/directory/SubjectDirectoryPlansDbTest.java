package io.iamplane.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Plans;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Many names cost a look each, or all entries of the tenant once; not each entry for each name. */
@QuarkusTest
class SubjectDirectoryPlansDbTest {

  @Inject Plans plans;
  @Inject TestPlatform platform;

  private UUID tenant;

  @BeforeEach
  void twoTenants() throws SQLException {
    tenant = platform.tenant().id().value();
    new Volume(new OrganizationId(tenant)).users(3_000);
    new Volume(platform.tenant().id()).users(3_000);
  }

  @Test
  void noEntryIsComparedWithEachName() {
    assertThat(plan(1_000).filters()).isEmpty();
  }

  @Test
  void norIsAnyBeforeThereAreStatistics() throws SQLException {
    Rows.update("DELETE FROM pg_statistic WHERE starelid = 'iam_users'::regclass");
    Rows.update("UPDATE pg_class SET reltuples = -1 WHERE oid = 'iam_users'::regclass");
    try {
      assertThat(plan(1_000).filters()).isEmpty();
    } finally {
      Volume.analyze("iam_users");
    }
  }

  @Test
  void oneNameIsALookIntoTwoIndexes() {
    Plans.Plan plan = plan(1);
    assertThat(plan.indexes())
        .as(plan.text())
        .containsExactly("iam_users_pkey", "iam_users_external_id_unique");
    assertThat(plan.filters()).as(plan.text()).isEmpty();
  }

  private Plans.Plan plan(int names) {
    UUID[] ids = IntStream.range(0, names).mapToObj(i -> new UUID(i, i)).toArray(UUID[]::new);
    String[] texts = IntStream.range(0, names).mapToObj(i -> "n" + i).toArray(String[]::new);
    return plans.of(SubjectDirectory.entries("iam_users"), ids, tenant, texts, tenant);
  }
}
