package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.FactChange;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.shared.SubjectRef;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Many facts of one subject cost as much each as a few do, in a load and in a large change. */
class ManyFactsTest {

  private static final int MANY = 4_000;
  private static final SubjectRef ANN = new SubjectRef("user", "ann");

  /** Ways for a subject to have many facts. */
  enum Kind {
    MEMBERSHIPS(i -> RelationFact.membership("m" + i, "g" + i, ANN, null)),
    GRANTS_OF_ONE_SCOPE(i -> grant(i, "r", null)),
    GRANTS_OF_MANY_SCOPES(i -> grant(i, "r", new SubjectRef("doc", "d" + i))),
    GRANTS_OF_MANY_ROLES(i -> grant(i, "r" + i, null));

    final IntFunction<Fact> fact;

    Kind(IntFunction<Fact> fact) {
      this.fact = fact;
    }
  }

  private static GrantFact grant(int i, String role, SubjectRef scope) {
    return TestGrants.permit("i" + i, ANN, GrantFact.Privilege.role(role), scope, null);
  }

  private static long allocatedBy(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  private static PolicySnapshot load(Kind kind, int facts) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    for (int i = 0; i < facts; i++) {
      builder.add(kind.fact.apply(i));
    }
    return builder.build(1);
  }

  private static PolicySnapshot without(PolicySnapshot snapshot, Kind kind, int facts) {
    List<FactChange> changes = new ArrayList<>();
    for (int i = 0; i < facts; i++) {
      changes.add(FactChange.removed(kind.fact.apply(i)));
    }
    return snapshot.apply(2, changes);
  }

  /** Bytes are counted, not time: copying an array for each fact took sixteen times as many. */
  @ParameterizedTest
  @EnumSource
  void fourTimesAsManyFactsAreCopiedAboutFourTimesAsOften(Kind kind) {
    load(kind, MANY);
    long few = allocatedBy(() -> load(kind, MANY));
    long many = allocatedBy(() -> load(kind, 4 * MANY));
    assertThat(many).as("a load").isLessThan(6 * few);

    PolicySnapshot small = load(kind, MANY);
    PolicySnapshot large = load(kind, 4 * MANY);
    without(small, kind, MANY);
    long fewRemoved = allocatedBy(() -> without(small, kind, MANY));
    long manyRemoved = allocatedBy(() -> without(large, kind, 4 * MANY));
    assertThat(manyRemoved).as("a change").isLessThan(6 * fewRemoved);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void afterAnyBatchesASubjectHasWhatWasAddedAndNotRemoved(long seed) {
    Random random = new Random(seed);
    Map<String, Fact> present = new HashMap<>();
    PolicySnapshot snapshot = load(Kind.MEMBERSHIPS, 0);
    for (int version = 2; version < 60; version++) {
      PolicySnapshot before = snapshot;
      TreeSet<String> old = new TreeSet<>(present.keySet());
      List<FactChange> changes = new ArrayList<>();
      int batch = random.nextInt(80);
      for (int i = 0; i < batch; i++) {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        Fact fact = kind.fact.apply(random.nextInt(90) + 100 * kind.ordinal());
        changes.add(toggle(present, id(fact), fact, random));
      }
      snapshot = snapshot.apply(version, changes);
      assertThat(ids(snapshot)).as("seed %d", seed).isEqualTo(new TreeSet<>(present.keySet()));
      assertThat(ids(before)).as("the version before").isEqualTo(old);
    }
  }

  /** Removes a present fact or replaces it with an equal one; adds an absent one. */
  private static FactChange toggle(Map<String, Fact> present, String id, Fact fact, Random random) {
    if (!present.containsKey(id)) {
      present.put(id, fact);
      return FactChange.added(fact);
    }
    if (random.nextInt(4) == 0) {
      return new FactChange(fact, fact);
    }
    present.remove(id);
    return FactChange.removed(fact);
  }

  private static String id(Fact fact) {
    return fact instanceof RelationFact membership ? membership.id() : ((GrantFact) fact).id();
  }

  private static TreeSet<String> ids(PolicySnapshot snapshot) {
    TreeSet<String> ids = new TreeSet<>();
    Node ann = snapshot.named(snapshot.symbols().number(ANN.type()), ANN.id());
    if (ann != null) {
      for (Tuple membership : ann.memberships()) {
        assertThat(ids.add(membership.id())).isTrue();
      }
      GrantSet grants = ann.grants() == null ? GrantSet.NONE : ann.grants();
      for (IndexedGrant grant : grants.all()) {
        assertThat(ids.add(grant.id())).isTrue();
        if (!grants.isFew()) {
          assertThat(grants.hasPrivilege(grant.privilege())).isTrue();
        }
      }
    }
    return ids;
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotAmongManyCannotBeRemoved(Kind kind) {
    PolicySnapshot snapshot = load(kind, 100);
    Fact absent = kind.fact.apply(100);
    Fact present = kind.fact.apply(1);
    assertThatThrownBy(() -> snapshot.apply(2, List.of(FactChange.removed(absent))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("is not in the snapshot");
    List<FactChange> twice = List.of(FactChange.removed(present), FactChange.removed(present));
    assertThatThrownBy(() -> snapshot.apply(2, twice)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whatIsRemovedAndAddedAgainInABatchIsThereOnce() {
    PolicySnapshot snapshot = load(Kind.MEMBERSHIPS, 100);
    Fact one = Kind.MEMBERSHIPS.fact.apply(1);
    List<FactChange> changes =
        List.of(new FactChange(one, one), FactChange.removed(one), FactChange.added(one));
    assertThat(ids(snapshot.apply(2, changes))).isEqualTo(ids(snapshot));
  }
}
