package io.iamplane.decision.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.decision.engine.HeldPermissions.TooWideException;
import io.iamplane.decision.engine.fact.GrantFact.Effect;
import io.iamplane.decision.engine.fact.GrantFact.Lifetime;
import io.iamplane.decision.engine.fact.GrantFact.Status;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares held permissions with decisions of the engine. */
class HeldPermissionsTest {

  private static final List<String> BOTH = List.of("app:read", "app:write");
  private static final long READ = 1;
  private static final long WRITE = 2;

  @Test
  void rolesGroupsAndEveryoneCountTogether() {
    TestPolicy policy =
        new TestPolicy()
            .entry("user:ann")
            .entry("group:staff")
            .entry("group:all")
            .role("reader", "app:read")
            .including("senior", "reader")
            .member("user:ann", "staff")
            .member("group:staff", "all")
            .permit("group:all", "senior");
    assertThat(of(policy, "user:ann")).isEqualTo(READ);
    policy.permit("user:*", "app:write");
    assertThat(of(policy, "user:ann")).isEqualTo(READ | WRITE);
    assertThat(of(policy, "user:unknown")).isEqualTo(WRITE);
    assertThat(of(policy, "group:staff")).isEqualTo(READ);
    assertThat(held(policy).all())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(TestPolicy.ref("user:ann"), READ | WRITE, TestPolicy.ref("user:*"), WRITE));
  }

  @Test
  void membersAreThoseOfAllGroupsBelowOnceEach() {
    TestPolicy policy =
        new TestPolicy()
            .entry("user:ann")
            .entry("user:bob")
            .entry("group:staff")
            .entry("group:all")
            .member("user:ann", "staff")
            .member("user:ann", "all")
            .member("user:bob", "all")
            .member("group:staff", "all")
            .member("group:all", "staff");
    List<SubjectRef> members = new ArrayList<>();
    held(policy).forEachMember(TestPolicy.ref("group:all"), members::add);
    assertThat(members)
        .containsExactlyInAnyOrder(TestPolicy.ref("user:ann"), TestPolicy.ref("user:bob"));
  }

  @Test
  void whatComesBackByItselfCountsAndWhatEndedDoesNot() {
    TestPolicy policy = new TestPolicy().entry("user:ann").inactive("user:bob");
    policy.permit("user:bob", "app:read").deny("user:bob", "app:read");
    policy.add(
        policy.grantFact(
            "user:ann",
            "app:read",
            Effect.PERMIT,
            "doc:1",
            null,
            new Lifetime(TestPolicy.NOW.plusSeconds(9), null, false, null, null),
            Status.ACTIVE,
            null));
    policy.add(
        policy.grantFact(
            "user:ann",
            "app:write",
            Effect.PERMIT,
            null,
            null,
            new Lifetime(null, TestPolicy.NOW, false, null, null),
            Status.ACTIVE,
            null));
    assertThat(of(policy, "user:ann")).isEqualTo(READ);
    assertThat(of(policy, "user:bob")).isEqualTo(READ);
  }

  @Test
  void whatEitherNameHasCounts() {
    TestPolicy policy =
        new TestPolicy()
            .add(new SubjectFact(TestPolicy.ref("user:7"), "cy@x", true, Map.of()))
            .add(new SubjectFact(TestPolicy.ref("group:8"), "crew", true, Map.of()))
            .entry("user:ann")
            .permit("user:cy@x", "app:write")
            .member("user:cy@x", "8")
            .member("user:ann", "crew")
            .permit("group:crew", "app:read");
    assertThat(of(policy, "user:7")).isEqualTo(READ | WRITE);
    assertThat(of(policy, "user:cy@x")).isEqualTo(READ | WRITE);
    assertThat(of(policy, "user:ann")).isEqualTo(READ);
    assertThat(held(policy).all())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(TestPolicy.ref("user:7"), READ | WRITE, TestPolicy.ref("user:ann"), READ));
    List<SubjectRef> members = new ArrayList<>();
    held(policy).forEachMember(TestPolicy.ref("group:8"), members::add);
    assertThat(members)
        .containsExactlyInAnyOrder(TestPolicy.ref("user:7"), TestPolicy.ref("user:ann"));
  }

  @Test
  void aGrantForAnotherApplicationGivesNothing() {
    TestPolicy policy = new TestPolicy().entry("user:ann").role("reader", "app:read");
    policy.add(
        policy.grantFact(
            "user:ann",
            "reader",
            Effect.PERMIT,
            null,
            null,
            Lifetime.ALWAYS,
            Status.ACTIVE,
            "other"));
    assertThat(of(policy, "user:ann")).isZero();
  }

  @Test
  void workIsBounded() {
    TestPolicy policy = new TestPolicy().entry("group:staff").permit("group:staff", "app:read");
    for (int i = 0; i < 100; i++) {
      policy.entry("user:u" + i).member("user:u" + i, "staff");
    }
    HeldPermissions few = new HeldPermissions(policy.snapshot(), BOTH, TestPolicy.NOW, 50);
    assertThatThrownBy(few::all).isInstanceOf(TooWideException.class);
    assertThat(of(policy, "user:u7")).isEqualTo(READ);
  }

  /** Without denials, conditions and ends, held permissions are those that the engine allows. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void heldIsWhatTheEngineAllows(long seed) {
    Random random = new Random(seed);
    TestPolicy policy = new TestPolicy();
    policy.role("r0", "app:read").role("r1", "app:write").including("r2", "r0", "r1");
    List<String> names = new ArrayList<>(List.of("user:*"));
    for (int i = 0; i < 12; i++) {
      policy.entry("user:u" + i).entry("group:g" + i);
      names.add("user:u" + i);
      names.add("group:g" + i);
    }
    for (int i = 0; i < 30; i++) {
      String member = names.get(random.nextInt(names.size()));
      policy.member(member, "g" + random.nextInt(12));
    }
    for (int i = 0; i < 9; i++) {
      String privilege = List.of("r0", "r1", "r2", "app:read", "app:write").get(random.nextInt(5));
      policy.permit(names.get(1 + random.nextInt(names.size() - 1)), privilege);
    }
    if (seed % 4 == 0) {
      policy.permit("user:*", "app:read");
    }
    PolicySnapshot snapshot = policy.snapshot();
    PolicyEngine engine = new PolicyEngine(100_000, defect -> {});
    Map<SubjectRef, Long> all = held(policy).all();
    for (int i = 0; i < 12; i++) {
      SubjectRef user = TestPolicy.ref("user:u" + i);
      long allowed = 0;
      for (int j = 0; j < BOTH.size(); j++) {
        DecisionRequest asked =
            new DecisionRequest(
                Party.of(user),
                new Asked.Permission(BOTH.get(j), null),
                null,
                Map.of(),
                Map.of(),
                Aal.AAL3);
        allowed |= engine.decide(snapshot, asked, TestPolicy.NOW).allowed() ? 1L << j : 0;
      }
      assertThat(of(policy, user.toString())).as("seed %d, %s", seed, user).isEqualTo(allowed);
      long everyone = all.getOrDefault(TestPolicy.ref("user:*"), 0L);
      assertThat(all.getOrDefault(user, everyone)).as("seed %d, %s", seed, user).isEqualTo(allowed);
    }
  }

  private static HeldPermissions held(TestPolicy policy) {
    return new HeldPermissions(policy.snapshot(), BOTH, TestPolicy.NOW, 100_000);
  }

  private static long of(TestPolicy policy, String subject) {
    return held(policy).of(TestPolicy.ref(subject));
  }
}
