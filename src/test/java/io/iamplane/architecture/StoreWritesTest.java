package io.iamplane.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import io.iamplane.architecture.fixtures.OutsideService;
import io.iamplane.architecture.fixtures.UnrecordedStore;
import io.iamplane.change.Recording;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Nothing is written outside a recorded change: a store's writing method asks for a {@link
 * Recording}, which only {@code Changes.record} makes.
 */
class StoreWritesTest {

  /**
   * Stores of the rows that follow from a recorded change: version, change rows, records, messages.
   */
  private static final Set<String> SPINE =
      Set.of(
          "io.iamplane.chain.AuditStore",
          "io.iamplane.chain.TileStore",
          "io.iamplane.change.PolicyVersionStore",
          "io.iamplane.change.OutboxStore");

  private static final Set<String> SQL_WRITES = Set.of("update", "updateOne", "batch", "count");

  private static final Set<String> JPA_TYPES =
      Set.of(
          "io.quarkus.hibernate.orm.panache.PanacheRepositoryBase",
          "io.quarkus.hibernate.orm.panache.PanacheEntityBase",
          "jakarta.persistence.EntityManager",
          "jakarta.persistence.Query",
          "org.hibernate.StatelessSession");

  private static final String JPA_WRITES =
      "persist|persistAndFlush|merge|remove|delete|deleteById|deleteAll|update|insert|upsert"
          + "|executeUpdate|flush";

  @Test
  void aStoreWritesOnlyInsideARecordedChange() {
    assertThat(recorded().inApplication()).isEmpty();
  }

  @Test
  void everyUnrecordedWriteOfAStoreIsReported() {
    assertThat(recorded().inFixtures(UnrecordedStore.class))
        .extracting(violation -> violation.replaceFirst(".*Store\\.(\\w+)\\(.*", "$1"))
        .containsExactly("insert", "merge", "remember", "send", "touch");
  }

  @Test
  void onlyStoresWrite() {
    assertThat(onlyStores().inApplication()).isEmpty();
    assertThat(onlyStores().inFixtures(OutsideService.class))
        .extracting(violation -> violation.replaceFirst(".*Service\\.(\\w+)\\(.*", "$1"))
        .containsExactly("delete", "insert");
  }

  @Test
  void onlyTheSpineAppendsRecordsAndPutsMessages() {
    assertThat(onlyTheSpine().inApplication()).isEmpty();
    assertThat(onlyTheSpine().inFixtures(OutsideService.class))
        .extracting(violation -> violation.substring(violation.lastIndexOf(' ') + 1))
        .containsExactlyInAnyOrder(
            "AuditLog.append", "AuditLog.open", "AuditLog.prepare", "OutboxStore.put");
  }

  @Test
  void jdbcIsReachedThroughSqlAlone() {
    assertThat(jdbc().inApplication()).isEmpty();
    assertThat(jdbc().inFixtures(OutsideService.class))
        .containsExactly(OutsideService.class.getName() + " uses java.sql.PreparedStatement");
  }

  private static Rule recorded() {
    return type ->
        isStore(type) && !SPINE.contains(type.getName()) && !OperationalStores.contains(type)
            ? type.getCodeUnits().stream()
                .filter(StoreWritesTest::writes)
                .filter(unit -> !asksForARecording(unit))
                .map(unit -> unit.getFullName() + " writes without a Recording")
            : Stream.empty();
  }

  private static Rule onlyStores() {
    return type ->
        isStore(type) || type.isAssignableTo(Sql.class) || type.isAssignableTo(RoundTrip.class)
            ? Stream.empty()
            : type.getCodeUnits().stream()
                .filter(StoreWritesTest::writes)
                .map(unit -> unit.getFullName() + " writes, but is no store's");
  }

  private static Rule onlyTheSpine() {
    return type ->
        type.getPackageName().equals("io.iamplane.change")
            ? Stream.empty()
            : type.getAccessesFromSelf().stream()
                .filter(access -> !access.getTargetOwner().equals(type))
                .map(access -> call(access))
                .filter(
                    List.of(
                            "AuditLog.append",
                            "AuditLog.open",
                            "AuditLog.prepare",
                            "OutboxStore.put")
                        ::contains)
                .map(call -> type.getName() + " calls " + call);
  }

  private static Rule jdbc() {
    return type ->
        type.getPackageName().matches("io\\.iamplane\\.(database|development|cli)")
            ? Stream.empty()
            : type.getDirectDependenciesFromSelf().stream()
                .map(dependency -> dependency.getTargetClass().getName())
                .filter(used -> used.matches("java\\.sql\\.\\w*Statement|javax\\.sql\\.DataSource"))
                .map(used -> type.getName() + " uses " + used);
  }

  private static boolean isStore(JavaClass type) {
    return outermost(type).getSimpleName().endsWith("Store");
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(StoreWritesTest::outermost).orElse(type);
  }

  private static boolean writes(JavaCodeUnit unit) {
    return unit.getAccessesFromSelf().stream().anyMatch(StoreWritesTest::isWrite);
  }

  private static boolean isWrite(JavaAccess<?> access) {
    JavaClass owner = access.getTargetOwner();
    String name = access.getTarget().getName();
    if (owner.isEquivalentTo(Sql.class) || owner.isEquivalentTo(RoundTrip.class)) {
      return SQL_WRITES.contains(name);
    }
    if (access instanceof JavaFieldAccess field) {
      // Changes of a managed entity are written when the transaction commits, without any call.
      return field.getAccessType() == JavaFieldAccess.AccessType.SET
          && owner.getSimpleName().endsWith("Entity")
          && !access.getOriginOwner().equals(owner);
    }
    return JPA_TYPES.stream().anyMatch(owner::isAssignableTo)
        && name.matches(JPA_WRITES)
        && !declaresItself(owner, access);
  }

  /** A repository's own method of such a name is checked by its own calls. */
  private static boolean declaresItself(JavaClass owner, JavaAccess<?> access) {
    return owner.getPackageName().startsWith(Rule.BASE)
        && owner.getMethods().stream()
            .anyMatch(method -> method.getFullName().equals(access.getTarget().getFullName()));
  }

  private static boolean asksForARecording(JavaCodeUnit unit) {
    return unit.getRawParameterTypes().stream()
        .anyMatch(type -> type.isEquivalentTo(Recording.class));
  }

  private static String call(JavaAccess<?> access) {
    return access.getTargetOwner().getSimpleName() + "." + access.getTarget().getName();
  }
}
