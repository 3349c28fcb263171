package io.iamplane.grant.relation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.PlanAssert;
import io.iamplane.testing.Plans;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages of relations are ranges of an index, for any combination of filters. */
@QuarkusTest
class RelationListPlansDbTest {

  @Inject Plans plans;
  @Inject TestPlatform platform;

  // Read only: the rows are written once for all tests of the class.
  private static OrganizationId tenant;

  @BeforeEach
  void twoTenants() throws SQLException {
    if (tenant == null) {
      new Volume(platform.tenant().id()).relations(3_000);
      OrganizationId made = platform.tenant().id();
      new Volume(made).relations(3_000);
      tenant = made;
    } else {
      Volume.analyze("iam_relations");
    }
  }

  @ParameterizedTest
  @CsvSource({
    ",     ,         ,       iam_relations_pkey",
    "user, ,         ,       iam_relations_by_subject_and_relation",
    ",     viewer,   ,       iam_relations_by_relation",
    ",     ,         doc,    iam_relations_by_object_and_relation",
    "user, viewer,   ,       iam_relations_by_subject_and_relation",
    "user, ,         doc,    iam_relations_by_subject_and_object",
    ",     viewer,   doc,    iam_relations_by_object_and_relation"
  })
  void isOneRange(
      @Nullable String subject, @Nullable String relation, @Nullable String object, String index) {
    PlanAssert.isOneRangeOf(index, plan(subject, relation, object));
  }

  @Test
  void aBatchIsLookedForKeyByKey() {
    String[] keys = IntStream.range(0, 1_000).mapToObj(i -> "d" + i).toArray(String[]::new);
    Plans.Plan plan =
        plans.of(RelationStore.FIND, keys, keys, keys, keys, keys, keys, tenant.value());
    assertThat(plan.nodes()).as(plan.text()).contains("Nested Loop", "Limit", "Index Scan");
    assertThat(plan.indexes()).as(plan.text()).containsExactly("iam_relations_unique");
    assertThat(plan.filters()).as(plan.text()).isEmpty();
  }

  /** A subject has a relation to an object once for each of its usersets. */
  @Test
  void allThreeReadAFewRows() {
    PlanAssert.readsOneOf(
        plan("user", "viewer", "doc"),
        "iam_relations_by_subject_and_relation",
        "iam_relations_by_subject_and_object",
        "iam_relations_by_object_and_relation");
  }

  private Plans.Plan plan(
      @Nullable String subject, @Nullable String relation, @Nullable String object) {
    return plans.of(
        RelationList.query(
            tenant,
            new PageRequest(25, null),
            new RelationFilter(
                subject == null
                    ? null
                    : new SubjectRef(subject, Volume.uuid(Volume.HEAVY).toString()),
                relation,
                object == null ? null : new SubjectRef(object, "big"))));
  }
}
