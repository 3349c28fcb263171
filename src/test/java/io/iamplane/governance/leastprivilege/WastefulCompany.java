package io.iamplane.governance.leastprivilege;

import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.log.RecordedVolume;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.shared.Aal;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A company with a year of decisions and known waste: the same for the same seed. Ten applications
 * (fewer in a small one) with 30 roles each; people use all their rights, except for planted waste.
 * Beside the waste there are lookalikes: young grants, emergency roles, a right used once in 80
 * days, a right used through a group.
 */
final class WastefulCompany {

  /** The number of people in a hundred with each kind of waste. */
  private static final int SHARE = 3;

  private static final int ORDINARY_ROLES = 27;
  private static final int ROLE_SIZE = 6;
  private static final int PERMISSIONS = 90;
  private static final int DAYS = 365;
  private static final int FORMERLY = 150;
  private static final int RARELY = 80;

  /** The planted feature of a person's rights. */
  enum Kind {
    UNUSED(RecommendationType.UNUSED_GRANT),
    NARROW(RecommendationType.UNUSED_PERMISSIONS_OF_ROLE),
    PERMANENT(RecommendationType.PERMANENT_PRIVILEGED),
    DIRECT(RecommendationType.DIRECT_PERMISSION),
    WIDE(RecommendationType.WIDE_ROLE),
    DUTY(RecommendationType.DUTY_VIOLATION),
    INACTIVE(RecommendationType.INACTIVE_SUBJECT),
    DUPLICATE(RecommendationType.DUPLICATE_GRANT),
    SHADOWED(RecommendationType.SHADOWED_BY_DENY),
    TEMPORARY(null),
    EMERGENCY(null),
    YOUNG(null),
    RARE(null),
    GROUP(null),
    PLAIN(null);

    private final RecommendationType type;

    Kind(RecommendationType type) {
      this.type = type;
    }
  }

  /** A recommendation that there should be. */
  record Planted(RecommendationType type, String target) {}

  /**
   * A permission that a user asks for.
   *
   * @param from days ago, the first of them
   * @param until days ago, the last of them
   */
  record Ask(String user, String permission, int from, int until) {

    boolean isOf(int day) {
      return day <= from && day >= until;
    }
  }

  private record Person(String name, String id, int app, int role, Kind kind) {}

  private final Random random;
  private final int people;
  private final int apps;
  private AdminTenant tenant;
  private final List<Planted> planted = new ArrayList<>();
  private final Set<String> sound = new LinkedHashSet<>();
  private final List<String> young = new ArrayList<>();
  private final List<String> suspended = new ArrayList<>();
  private final List<Ask> asks = new ArrayList<>();
  private final List<Ask> rare = new ArrayList<>();
  private final Map<Integer, String> rules = new HashMap<>();
  private int next;

  WastefulCompany(long seed, int people, int roles, AdminTenant tenant) {
    this.random = new Random(seed);
    this.people = people;
    this.apps = Math.max(1, roles / 30);
    this.tenant = tenant;
  }

  List<Planted> planted() {
    return planted;
  }

  /** Grants that nothing is wrong with, though some look unused. */
  Set<String> sound() {
    return sound;
  }

  /** The allowed requests that continue until today. */
  List<Ask> needed() {
    return asks.stream().filter(ask -> ask.until() == 0).toList();
  }

  /** Makes people, roles and grants. */
  void found() {
    for (int app = 0; app < apps; app++) {
      tenant.apply("app" + app, manifest(app));
      rules.put(
          app,
          tenant.made(
              "duty-rules",
              "{'name': 'Rule %d', 'all_of': ['%s', '%s'], 'mode': 'detect'}"
                  .formatted(app, permission(app, 88), permission(app, 89))));
    }
    tenant
        .post(
            "roles",
            "{'key': 'rescue', 'label': 'Rescue', 'includes': ['app0:chief0'],"
                + " 'is_break_glass': true}")
        .statusCode(201);
    String crew = tenant.made("groups", "{'key': 'crew', 'name': 'Crew'}");
    grant("group:" + crew, "role", "app0:role26", "");
    List<Integer> order = new ArrayList<>(IntStream.range(0, people).boxed().toList());
    Collections.shuffle(order, random);
    int each = Math.max(3, people * SHARE / 100);
    for (int i = 0; i < people; i++) {
      Kind kind = Kind.values()[Math.min(i / each, Kind.PLAIN.ordinal())];
      hire(order.get(i), kind);
    }
    Collections.shuffle(asks, random);
    age();
  }

  private String manifest(int app) {
    String permissions =
        IntStream.range(0, PERMISSIONS)
            .mapToObj("{\"key\": \"p%d\"}"::formatted)
            .collect(Collectors.joining(", "));
    String dangers =
        IntStream.range(0, 3)
            .mapToObj("{\"key\": \"danger%d\", \"risk\": \"high\"}"::formatted)
            .collect(Collectors.joining(", "));
    List<String> roles = new ArrayList<>();
    for (int role = 0; role < ORDINARY_ROLES; role++) {
      roles.add(role("role" + role, keys(3 * role, ROLE_SIZE), ""));
    }
    for (int chief = 0; chief < 2; chief++) {
      roles.add(
          role(
              "chief" + chief,
              "\"danger0\", \"danger1\", \"danger2\"",
              ", \"is_privileged\": true"));
    }
    roles.add(role("all", keys(0, 60), ""));
    return """
    {"schema": "iam.manifest.v2", "app": {"key": "app%d", "name": "Application %d"},
     "permissions": [%s, %s], "roles": [%s]}
    """
        .formatted(app, app, permissions, dangers, String.join(", ", roles));
  }

  private static String role(String key, String permissions, String rest) {
    return "{\"key\": \"%s\", \"permissions\": [%s]%s}".formatted(key, permissions, rest);
  }

  private static String keys(int from, int number) {
    return IntStream.range(from, from + number)
        .mapToObj("\"p%d\""::formatted)
        .collect(Collectors.joining(", "));
  }

  private static String permission(int app, int number) {
    return "app%d:p%d".formatted(app, number);
  }

  private void hire(int number, Kind kind) {
    String name = "person" + number;
    int app = kind == Kind.WIDE ? number % Math.min(apps, 3) : number % apps;
    int role = random.nextInt(ORDINARY_ROLES - 1);
    String id = tenant.made("users", "{'name': 'Person', 'external_id': '%s'}".formatted(name));
    Person person = new Person(name, id, app, role, kind);
    if (kind == Kind.WIDE) {
      wide(person);
      return;
    }
    String own = grant("user:" + name, "role", "app%d:role%d".formatted(app, role), "");
    int used = kind == Kind.NARROW ? ROLE_SIZE / 2 : ROLE_SIZE;
    int until = kind == Kind.INACTIVE ? FORMERLY : 0;
    asks(person, 3 * role, used, until);
    switch (kind) {
      case NARROW -> plant(kind, "grant:" + own);
      case INACTIVE -> {
        plant(kind, "user:" + id);
        suspended.add(id);
      }
      case DUPLICATE -> {}
      default -> sound.add(own);
    }
    more(person);
  }

  private void more(Person person) {
    String subject = "user:" + person.name();
    String other =
        "app%d:role%d".formatted(person.app(), (person.role() + 9) % (ORDINARY_ROLES - 1));
    int first = 3 * ((person.role() + 9) % (ORDINARY_ROLES - 1));
    switch (person.kind()) {
      case UNUSED -> {
        plant(person.kind(), "grant:" + grant(subject, "role", other, ""));
        if (random.nextBoolean()) {
          asks(person, first, ROLE_SIZE, FORMERLY);
        }
      }
      case PERMANENT -> {
        plant(
            person.kind(),
            "grant:" + grant(subject, "role", "app%d:chief0".formatted(person.app()), ""));
        dangers(person);
      }
      case TEMPORARY -> {
        sound.add(
            grant(
                subject,
                "role",
                "app%d:chief1".formatted(person.app()),
                ", 'valid_until': '2199-01-01T00:00:00Z'"));
        dangers(person);
      }
      case DIRECT ->
          plant(
              person.kind(),
              "grant:"
                  + grant(subject, "permission", permission(person.app(), 3 * person.role()), ""));
      case DUTY -> {
        grant(subject, "permission", permission(person.app(), 88), "");
        grant(subject, "permission", permission(person.app(), 89), "");
        asks.add(new Ask(person.name(), permission(person.app(), 88), DAYS, 0));
        plant(person.kind(), rules.get(person.app()) + " user:" + person.id());
      }
      case DUPLICATE ->
          plant(
              person.kind(),
              "grant:"
                  + grant(
                      subject,
                      "role",
                      "app%d:role%d".formatted(person.app(), person.role()),
                      ", 'condition': 'context.amount < 100'"));
      case SHADOWED -> {
        String permitted = grant(subject, "permission", permission(person.app(), 87), "");
        grant(subject, "permission", permission(person.app(), 87), ", 'effect': 'deny'");
        plant(person.kind(), "grant:" + permitted);
      }
      case EMERGENCY -> sound.add(grant(subject, "role", "rescue", ""));
      case YOUNG -> {
        String made = grant(subject, "role", other, "");
        young.add(made);
        sound.add(made);
      }
      case RARE -> {
        sound.add(grant(subject, "role", other, ""));
        for (int i = 0; i < ROLE_SIZE; i++) {
          rare.add(new Ask(person.name(), permission(person.app(), first + i), RARELY, RARELY));
        }
      }
      case GROUP -> {
        tenant
            .post(
                "groups/crew/members",
                "{'member_type': 'user', 'member_id': '%s'}".formatted(person.id()))
            .statusCode(201);
        for (int i = 0; i < ROLE_SIZE; i++) {
          asks.add(new Ask(person.name(), permission(0, 3 * 26 + i), DAYS, 0));
        }
      }
      case NARROW, WIDE, INACTIVE, PLAIN -> {}
    }
  }

  /** Half of the holders of a wide role use ten of its permissions, the others ten others. */
  private void wide(Person person) {
    grant("user:" + person.name(), "role", "app%d:all".formatted(person.app()), "");
    asks(person, random.nextBoolean() ? 0 : 30, 10, 0);
    Planted wide =
        new Planted(RecommendationType.WIDE_ROLE, "role:app%d:all".formatted(person.app()));
    if (!planted.contains(wide)) {
      planted.add(wide);
    }
  }

  private void asks(Person person, int first, int number, int until) {
    for (int i = 0; i < number; i++) {
      asks.add(new Ask(person.name(), permission(person.app(), first + i), DAYS, until));
    }
  }

  private void dangers(Person person) {
    for (int i = 0; i < 3; i++) {
      asks.add(new Ask(person.name(), "app%d:danger%d".formatted(person.app(), i), DAYS, 0));
    }
  }

  private void plant(Kind kind, String target) {
    planted.add(new Planted(kind.type, target));
  }

  private String grant(String subject, String type, String key, String rest) {
    return tenant.made(
        "grants",
        "{'subject': '%s', 'privilege_type': '%s', 'privilege_key': '%s'%s}"
            .formatted(subject, type, key, rest));
  }

  private void age() {
    try {
      Rows.update(
          "UPDATE iam_grants SET created_at = now() - interval '2 years'"
              + " WHERE organization_id = '%s'".formatted(tenant.organization().id()));
      for (String each : young) {
        Rows.update("UPDATE iam_grants SET created_at = now() WHERE id = '%s'".formatted(each));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Goes on with another token of the tenant's. */
  void renew(AdminTenant sameTenant) {
    tenant = sameTenant;
  }

  /** Lives a year: so many decisions, on every day in eight hours. */
  void live(RecordedVolume volume, int decisions) {
    Instant now = Instant.now();
    int daily = decisions / DAYS;
    for (int day = DAYS - 1; day >= 0; day--) {
      int today = day;
      List<Ask> first = rare.stream().filter(ask -> ask.isOf(today)).toList();
      volume.record(
          tenant.organization().id(),
          Math.max(daily, first.size()),
          now.minus(Duration.ofDays(day)).minus(Duration.ofHours(9)),
          Duration.ofHours(8),
          i -> request(i < first.size() ? first.get(i) : ask(today)));
    }
  }

  /** Suspends the accounts of former employees. */
  void part() {
    for (String id : suspended) {
      tenant.post("users/" + id + "/suspend").statusCode(200);
    }
  }

  /** A habitual request or, one time in twenty, a random one in vain. */
  private Ask ask(int day) {
    if (random.nextInt(20) == 0) {
      return new Ask("person" + random.nextInt(people), permission(0, 86), DAYS, 0);
    }
    while (true) {
      Ask ask = asks.get(next++ % asks.size());
      if (ask.isOf(day)) {
        return ask;
      }
    }
  }

  static DecisionRequest request(Ask ask) {
    return new DecisionRequest(
        new Party("user", ask.user(), Map.of()),
        new Asked.Permission(ask.permission(), null),
        null,
        Map.of(),
        Map.of(),
        Aal.AAL1);
  }

  /** The expected number of each type. */
  Map<RecommendationType, Long> counts() {
    return planted.stream()
        .collect(Collectors.groupingBy(Planted::type, TreeMap::new, Collectors.counting()));
  }
}
