package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.decision.engine.ReverseLookup.Prospect;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.FactChange;
import io.iamplane.decision.engine.fact.GrantFact.Privilege;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The names that a privilege is permitted to, while its grants come and go. */
class HoldersTest {

  private static final int GRANTS = 100_000;
  private static final int PRIVILEGE = 7;

  @Test
  void aNameStaysAsLongAsOneOfItsPermits() {
    Random random = new Random(5);
    Map<Ref, Integer> permits = new HashMap<>();
    List<Ref> names = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      names.add(new Ref(i, i, 1, "n" + i));
    }
    KeyedMap<Holders> all = KeyedMap.empty();
    for (int i = 0; i < 5_000; i++) {
      Ref name = names.get(random.nextInt(names.size()));
      KeyedMap<Holders> before = all;
      if (random.nextInt(5) < 2) {
        all = Holders.with(all, PRIVILEGE, name, new Object());
        permits.merge(name, 1, Integer::sum);
      } else if (permits.containsKey(name)) {
        all = Holders.without(all, PRIVILEGE, name, new Object());
        permits.computeIfPresent(name, (_, count) -> count == 1 ? null : count - 1);
      } else {
        assertThatThrownBy(() -> Holders.without(before, PRIVILEGE, name, new Object()))
            .isInstanceOf(IllegalStateException.class);
      }
      List<Ref> held = new ArrayList<>();
      Holders.forEach(all.get(PRIVILEGE), held::add);
      assertThat(held).containsExactlyInAnyOrderElementsOf(permits.keySet());
      assertThat(all.isEmpty()).isEqualTo(permits.isEmpty());
    }
  }

  /** Each round gives all of them another role; the last one leaves every tenth grant. */
  @Test
  void whatWasRevokedLeavesNothingAndListsAreWhatDecisionsAllow() {
    revoked(10_000);
  }

  @Test
  @Tag("stress")
  void whatWasRevokedLeavesNothingAndListsAreWhatDecisionsAllowAtLength() {
    revoked(GRANTS);
  }

  private static void revoked(int grants) {
    TestPolicy policy = new TestPolicy().role("a", "app:read").role("b", "app:read");
    PolicySnapshot snapshot = policy.snapshot();
    for (String role : List.of("a", "b")) {
      snapshot = apply(snapshot, i -> FactChange.added(grant(i, role)), grants, 1);
      assertThat(holders(snapshot, role)).hasSize(grants);
      int kept = role.equals("b") ? 10 : grants + 1;
      snapshot =
          apply(
              snapshot,
              i -> (i + 1) % kept == 0 ? null : FactChange.removed(grant(i, role)),
              grants,
              1);
    }
    assertThat(holders(snapshot, "a")).isEmpty();
    assertThat(holders(snapshot, "b")).hasSize(grants / 10);

    DecisionRequest open =
        TestPolicy.request("device:?", new Asked.Permission("app:read", null), null);
    TreeSet<String> listed = new TreeSet<>();
    Objects.requireNonNull(
            ReverseLookup.subjects(
                snapshot,
                open,
                null,
                TestPolicy.NOW,
                new WalkMeter(WorkBudget.perDecision(1_000_000), 1_000_000)))
        .forEachRemaining(prospect -> add(listed, prospect));
    PolicyEngine engine = new PolicyEngine(100_000, _ -> {});
    TreeSet<String> allowed = new TreeSet<>();
    for (int i = 0; i < grants; i++) {
      DecisionRequest request =
          TestPolicy.request("device:u" + i, new Asked.Permission("app:read", null), null);
      if (engine.decide(snapshot, request, TestPolicy.NOW).allowed()) {
        allowed.add("u" + i);
      }
    }
    assertThat(allowed.size()).isEqualTo(grants / 10);
    assertThat(listed.equals(allowed)).as("%d are listed", listed.size()).isTrue();
  }

  /** Pairs that stayed took three megabytes a round. */
  @Test
  @Tag("stress")
  void memoryIsAsBeforeAfterManyRounds() {
    PolicySnapshot snapshot = new TestPolicy().snapshot();
    long before = 0;
    for (int round = 0; round < 20; round++) {
      String role = "r" + round;
      snapshot = apply(snapshot, i -> FactChange.added(grant(i, role)), GRANTS, 100);
      snapshot = apply(snapshot, i -> FactChange.removed(grant(i, role)), GRANTS, 100);
      if (round == 0) {
        before = used();
      }
    }
    assertThat(used() - before).isLessThan(10L << 20);
    assertThat(snapshot.nodeCount()).isLessThanOrEqualTo(GRANTS + 1);
  }

  private static long used() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static void add(TreeSet<String> listed, Prospect prospect) {
    assertThat(prospect.known()).isTrue();
    listed.add(prospect.id());
  }

  private static List<Ref> holders(PolicySnapshot snapshot, String role) {
    int privilege = 0;
    while (!snapshot.privileges().privilege(privilege).equals(Privilege.role(role))) {
      privilege++;
    }
    List<Ref> names = new ArrayList<>();
    Holders.forEach(snapshot.holders(privilege), names::add);
    return names;
  }

  private interface Changes {
    FactChange of(int number);
  }

  private static PolicySnapshot apply(
      PolicySnapshot snapshot, Changes changes, int grants, int deltas) {
    PolicySnapshot next = snapshot;
    for (int delta = 0; delta < deltas; delta++) {
      List<FactChange> some = new ArrayList<>();
      for (int i = delta; i < grants; i += deltas) {
        FactChange change = changes.of(i);
        if (change != null) {
          some.add(change);
        }
      }
      next = next.apply(next.version() + 1, some);
    }
    return next;
  }

  private static Fact grant(int number, String role) {
    SubjectRef subject = new SubjectRef("device", "u" + number);
    return TestGrants.permit(role + number, subject, Privilege.role(role), null, null);
  }
}
