package io.iamplane.escalation;

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

  static final SubjectRef NORTH = new SubjectRef("area", "north");
  static final String ERASABLE = "(has(resource.open) && resource.open == true)";
  static final SubjectRef DOC = new SubjectRef("doc", "1");

  final Random random;

  /** Draws apart, so that the other draws stay as they are; seeds in a row draw differently. */
  final Random rare;

  final Theme theme;
  final Instant start = Instant.now();
  final Map<SubjectRef, Set<Integer>> knows = new LinkedHashMap<>();
  final List<SubjectRef> users = new ArrayList<>();
  final List<SubjectRef> groups = new ArrayList<>();

  /** Accounts that no person knows the secret of. */
  final List<SubjectRef> machines = new ArrayList<>();

  /**
   * An act.
   *
   * @param freely true if others may get privileged rights outside of the control plane
   * @param approved true if another account has approved its effects
   * @param known runs to note the secrets that it reveals
   */
  record Act(
      String name, boolean freely, boolean approved, Consumer<Recording> body, Runnable known) {}

  /** The more frequent acts of a run, so that combinations of rare acts occur in some runs. */
  enum Theme {
    ANY,
    PARENTS,
    ARROWS,
    THINGS,
    /** Things are below others on condition of attributes. */
    PLACES,
    /** Objects of rights are erased. */
    ERASURES,
    /** Accounts through which others are excluded are deleted. */
    LOSSES,
    /** Roles of the application are denied, and change. */
    MANIFESTS
  }

  PowerDice(long seed, Theme theme) {
    this.random = new Random(seed);
    this.rare = new Random(seed * 0x9E37_79B9_7F4A_7C15L);
    this.theme = theme;
  }

  NewGrant.Builder grant(SubjectRef to, String key) {
    boolean limited = random.nextInt(theme == Theme.PLACES ? 1 : 3) == 0 && !key.startsWith("iam:");
    boolean later = random.nextInt(6) == 0;
    Instant until = time();
    return PowerWorld.privilege(to, key)
        .on(limited ? scope() : null)
        .when(condition())
        .between(
            later ? start.plus(Duration.ofHours(1)) : null,
            later && until != null ? start.plus(Duration.ofHours(2)) : until);
  }

  /** A resource, an area that resources are below, or all of a type. */
  private SubjectRef scope() {
    if (theme == Theme.PARENTS || theme == Theme.PLACES) {
      return NORTH;
    }
    return switch (random.nextInt(6)) {
      case 0 -> NORTH;
      case 1 -> any(users);
      case 2 -> any(groups);
      default -> new SubjectRef("site", any(List.of("1", "2", "*")));
    };
  }

  String anyPrivilege() {
    return switch (random.nextInt(6)) {
      case 0 -> any(List.of("role plain", "role shop:boss", "role shop:clerk"));
      case 1, 2 -> any(PowerOracle.OF_SHOP);
      default -> any(PowerOracle.CONTROL_PLANE);
    };
  }

  @Nullable String condition() {
    if (theme == Theme.THINGS && random.nextBoolean()) {
      return "resource.open == true";
    }
    if (theme == Theme.ERASURES && random.nextBoolean()) {
      return any(List.of(ERASABLE, "!" + ERASABLE, "has(resource.external_id)"));
    }
    if (theme == Theme.PLACES) {
      return random.nextInt(4) > 0 ? null : "context.a == true";
    }
    return random.nextInt(4) > 0
        ? null
        : any(
            List.of(
                "context.a == true",
                "context.b == true",
                "subject.trusted == true",
                "subject.trusted == true || context.a == true",
                "resource.open == true",
                "resource.open == true || context.b == true"));
  }

  /** A condition on which something is below something else. */
  private String place() {
    return any(
        List.of(
            "resource.open == true",
            "resource.open != true",
            "subject.trusted == true",
            "subject.trusted != true"));
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

  /** Picks a kind of relation. */
  private int kind() {
    int any = random.nextInt(14);
    return switch (theme) {
      case PARENTS -> random.nextBoolean() ? 4 : any;
      case ARROWS -> random.nextBoolean() ? 6 + 3 * random.nextInt(2) : any;
      case PLACES -> random.nextBoolean() ? 14 : any;
      case ANY, THINGS, ERASURES, LOSSES, MANIFESTS -> any;
    };
  }

  NewRelation tuple() {
    return switch (kind()) {
      case 0 -> NewRelation.of(NORTH, null, "area", new SubjectRef("site", "1"));
      case 4, 5 -> NewRelation.of(NORTH, null, "parent", new SubjectRef("site", site()));
      case 14 ->
          new NewRelation(
              NORTH,
              null,
              "parent",
              any(List.of(any(users), any(groups), new SubjectRef("site", site()))),
              place(),
              null,
              null,
              null);
      case 6, 7 -> related(anyOne(), null, "manager", any(users));
      case 8 -> NewRelation.of(any(users), null, "mentor", any(users));
      case 9 -> related(theme == Theme.ARROWS ? any(users) : anyOne(), null, "submitter", DOC);
      case 10 ->
          random.nextBoolean()
              ? related(any(groups), "member", "submitter", DOC)
              : NewRelation.of(any(List.copyOf(knows.keySet())), null, "reader", DOC);
      case 11 -> NewRelation.of(any(users), null, "blocked", DOC);
      case 12 -> NewRelation.of(any(List.copyOf(knows.keySet())), null, "owner", any(groups));
      case 13 ->
          related(
              new SubjectRef(SubjectRef.SERVICE_ACCOUNT, "*"),
              null,
              "guest",
              new SubjectRef("site", site()));
      case 1 -> NewRelation.of(any(groups), "member", "keeper", NORTH);
      case 2 -> NewRelation.of(anyOne(), null, "banned", new SubjectRef("site", "1"));
      default -> NewRelation.of(anyOne(), null, "keeper", new SubjectRef("site", "2"));
    };
  }

  private NewRelation related(
      SubjectRef subject, @Nullable String userset, String relation, SubjectRef object) {
    return new NewRelation(subject, userset, relation, object, condition(), null, null, time());
  }

  private String site() {
    return any(List.of("1", "2"));
  }
}
