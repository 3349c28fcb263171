package io.iamplane.directory;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Plans;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many names cost a look each, or all entries of the tenant once; not each entry for each name. */
@QuarkusTest
class SubjectDirectoryPlansDbTest {

  @Inject Plans plans;
  @Inject TestPlatform platform;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noEntryIsComparedWithEachName(boolean analyzed) throws SQLException {
    UUID tenant = platform.tenant().id().value();
    new Volume(new OrganizationId(tenant)).users(3_000);
    new Volume(platform.tenant().id()).users(3_000);
    if (analyzed) {
      Volume.analyze("iam_users");
    }
    String[] names = IntStream.range(0, 1_000).mapToObj(i -> "name-" + i).toArray(String[]::new);
    UUID[] ids = IntStream.range(0, 1_000).mapToObj(i -> new UUID(i, i)).toArray(UUID[]::new);

    Plans.Plan plan = plans.of(SubjectDirectory.entries("iam_users"), ids, tenant, names, tenant);

    assertThat(plan.filters()).as(plan.text()).isEmpty();
  }
}
