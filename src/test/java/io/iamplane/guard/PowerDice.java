package io.iamplane.guard;

import io.iamplane.change.Recording;
import io.iamplane.grant.NewGrant;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.shared.SubjectRef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Draws subjects, privileges and terms of a small universe. */
abstract class PowerDice {

  final Random random;
  final Instant start = Instant.now();
  final Map<SubjectRef, Set<Integer>> knows = new LinkedHashMap<>();
  final List<SubjectRef> users = new ArrayList<>();
  final List<SubjectRef> groups = new ArrayList<>();

  /**
   * An act.
   *
   * @param freely whether other privileged rights than the control plane's may go to others
   * @param approved whether another account has approved what it brings
   * @param known what becomes known by it
   */
  record Act(
      String name, boolean freely, boolean approved, Consumer<Recording> body, Runnable known) {}

  PowerDice(long seed) {
    this.random = new Random(seed);
  }

  NewGrant.Builder grant(SubjectRef to, String key) {
    boolean limited = random.nextInt(3) == 0 && !key.startsWith("iam:");
    boolean later = random.nextInt(6) == 0;
    Instant until = time();
    return PowerWorld.privilege(to, key)
        .on(limited ? new SubjectRef("site", any(List.of("1", "2", "*"))) : null)
        .when(condition())
        .between(
            later ? start.plus(Duration.ofHours(1)) : null,
            later && until != null ? start.plus(Duration.ofHours(2)) : until);
  }

  String anyPrivilege() {
    return switch (random.nextInt(6)) {
      case 0 -> any(List.of("role plain", "role shop:boss", "role shop:clerk"));
      case 1, 2 -> any(PowerOracle.OF_SHOP);
      default -> any(PowerOracle.CONTROL_PLANE);
    };
  }

  @Nullable String condition() {
    return random.nextInt(4) > 0
        ? null
        : any(List.of("context.a == true", "context.b == true", "subject.trusted == true"));
  }

  @Nullable Instant time() {
    return random.nextInt(3) > 0 ? null : start.plus(Duration.ofHours(1 + random.nextInt(2)));
  }

  SubjectRef anyOne() {
    return random.nextInt(3) == 0 ? any(users) : any(List.copyOf(knows.keySet()));
  }

  SubjectRef anySubject() {
    return switch (random.nextInt(8)) {
      case 0 -> new SubjectRef(SubjectRef.SERVICE_ACCOUNT, "*");
      case 1, 2 -> any(groups);
      default -> anyOne();
    };
  }

  <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  NewRelation tuple() {
    return switch (random.nextInt(4)) {
      case 0 ->
          NewRelation.of(
              new SubjectRef("area", "north"), null, "area", new SubjectRef("site", "1"));
      case 1 -> NewRelation.of(any(groups), "member", "keeper", new SubjectRef("area", "north"));
      case 2 -> NewRelation.of(anyOne(), null, "banned", new SubjectRef("site", "1"));
      default -> NewRelation.of(anyOne(), null, "keeper", new SubjectRef("site", "2"));
    };
  }
}
