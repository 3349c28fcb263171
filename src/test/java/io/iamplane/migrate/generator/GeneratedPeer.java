package io.iamplane.migrate.generator;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerCondition;
import io.iamplane.migrate.PeerExpression;
import io.iamplane.migrate.PeerExpression.AllOf;
import io.iamplane.migrate.PeerExpression.AnyOf;
import io.iamplane.migrate.PeerExpression.Arrow;
import io.iamplane.migrate.PeerExpression.Computed;
import io.iamplane.migrate.PeerExpression.Direct;
import io.iamplane.migrate.PeerExpression.Itself;
import io.iamplane.migrate.PeerExpression.Nothing;
import io.iamplane.migrate.PeerExpression.Without;
import io.iamplane.migrate.PeerKind;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerRelation;
import io.iamplane.migrate.PeerSubject;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.PeerType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A model of a system and stored relations, at random. Names follow from names before them, teams
 * from nothing else, and parents are of a lower number, so that nothing depends on itself.
 */
public final class GeneratedPeer {

  private static final FilePlace HERE = new FilePlace("generated", 1, 1);
  private static final List<String> RELATIONS = List.of("viewer", "editor", "banned");
  private static final List<String> PERMISSIONS = List.of("can_a", "can_b", "can_c", "can_d");

  private final Random random;
  private final PeerKind kind;
  private final Parts parts;
  private final Map<String, PeerType> types = new LinkedHashMap<>();
  private final Map<String, PeerTuple> tuples = new LinkedHashMap<>();

  /** Parts besides relations and permissions. */
  public enum Parts {
    PLAIN,
    /** Parts that cannot be brought over. */
    ODD,
    /** Conditions. */
    CONDITIONAL
  }

  private GeneratedPeer(PeerKind kind, long seed, Parts parts) {
    this.random = new Random(seed);
    this.kind = kind;
    this.parts = parts;
    types.put("user", new PeerType("user", Map.of(), HERE));
    types.put(
        "group",
        new PeerType(
            "group",
            Map.of(
                "member",
                new PeerRelation(
                    "member",
                    conditional(List.of(subject("user"), userset("group", "member"))),
                    new Direct(),
                    HERE)),
            HERE));
    for (String type : List.of("team", "folder", "doc")) {
      types.put(type, type(type));
    }
    for (int i = 0; i < 60; i++) {
      tuple();
    }
  }

  /** A model and its stored relations, each once. */
  public record Peer(PeerModel model, List<PeerTuple> tuples) {

    /** Random values of a request for some parameters of the conditions. */
    public Map<String, Object> context(Random random) {
      Map<String, Object> values = new LinkedHashMap<>();
      for (String each : model.conditions().keySet()) {
        values.putAll(GeneratedCondition.named(each).values(random));
      }
      return values;
    }
  }

  public static Peer of(PeerKind kind, long seed, Parts parts) {
    GeneratedPeer generated = new GeneratedPeer(kind, seed, parts);
    Map<String, PeerCondition> conditions = new LinkedHashMap<>();
    for (GeneratedCondition each : GeneratedCondition.values()) {
      PeerCondition condition = each.condition();
      if (generated.demands(condition.name())) {
        conditions.put(condition.name(), condition);
      }
    }
    return new Peer(
        new PeerModel(kind, generated.types, conditions), List.copyOf(generated.tuples.values()));
  }

  private boolean demands(String condition) {
    return types.values().stream()
        .flatMap(type -> type.relations().values().stream())
        .flatMap(relation -> relation.subjects().stream())
        .anyMatch(subject -> condition.equals(subject.condition()));
  }

  private boolean once(int in) {
    return random.nextInt(in) == 0;
  }

  private <T> T any(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private static PeerSubject subject(String type) {
    return new PeerSubject(type, null, false, null, false, HERE);
  }

  private static PeerSubject userset(String type, String relation) {
    return new PeerSubject(type, relation, false, null, false, HERE);
  }

  private PeerType type(String name) {
    Map<String, PeerRelation> own = new LinkedHashMap<>();
    List<PeerSubject> parents = new ArrayList<>(List.of(subject("folder")));
    if (parts == Parts.ODD && once(2)) {
      parents.add(userset("folder", "viewer"));
    }
    if (!name.equals("team")) {
      own.put("parent", new PeerRelation("parent", conditional(parents), new Direct(), HERE));
    }
    for (String relation : RELATIONS) {
      List<PeerSubject> subjects = subjects(name);
      PeerExpression expression = new Direct();
      if (kind == PeerKind.OPENFGA && own.size() > 1 && once(2)) {
        expression = mixed(own);
      }
      own.put(relation, new PeerRelation(relation, subjects, expression, HERE));
    }
    for (String permission : PERMISSIONS) {
      own.put(permission, new PeerRelation(permission, List.of(), expression(own, 3), HERE));
    }
    return new PeerType(name, own, HERE);
  }

  private List<PeerSubject> subjects(String type) {
    List<PeerSubject> subjects = new ArrayList<>(List.of(subject("user")));
    if (once(3)) {
      subjects.add(new PeerSubject("user", null, true, null, false, HERE));
    }
    if (once(2)) {
      subjects.add(userset("group", "member"));
    }
    if (!type.equals("team") && once(2)) {
      subjects.add(userset("team", any(List.of("viewer", "can_a", "can_d"))));
    }
    return conditional(subjects);
  }

  /** Some of them with a condition, or with and without. */
  private List<PeerSubject> conditional(List<PeerSubject> subjects) {
    if (parts != Parts.CONDITIONAL) {
      return subjects;
    }
    List<PeerSubject> all = new ArrayList<>();
    for (PeerSubject each : subjects) {
      boolean demanded = once(2);
      if (!demanded || once(2)) {
        all.add(each);
      }
      if (demanded) {
        String condition = any(List.of(GeneratedCondition.values())).label();
        all.add(
            new PeerSubject(each.type(), each.relation(), each.wildcard(), condition, false, HERE));
      }
    }
    return all;
  }

  private PeerExpression mixed(Map<String, PeerRelation> before) {
    return switch (random.nextInt(4)) {
      case 0 -> new AllOf(List.of(new Direct(), expression(before, 1)));
      case 1 -> new Without(new Direct(), expression(before, 1));
      default -> new AnyOf(List.of(new Direct(), expression(before, 1)));
    };
  }

  private PeerExpression expression(Map<String, PeerRelation> before, int depth) {
    if (depth > 0 && !once(3)) {
      PeerExpression first = expression(before, depth - 1);
      PeerExpression second = expression(before, depth - 1);
      return switch (random.nextInt(4)) {
        case 0 -> new AllOf(List.of(first, second));
        case 1 -> new Without(first, second);
        default -> new AnyOf(List.of(first, second));
      };
    }
    if (kind == PeerKind.SPICEDB && once(8)) {
      return once(2) ? new Nothing() : new Itself();
    }
    List<String> names = before.keySet().stream().filter(each -> !each.equals("parent")).toList();
    if (before.containsKey("parent") && (names.isEmpty() || once(3))) {
      boolean all =
          kind == PeerKind.SPICEDB
              && once(3)
              && before.get("parent").subjects().stream()
                  .allMatch(each -> each.condition() == null);
      return new Arrow(
          "parent", any(List.of("viewer", "editor", "can_a", "can_b", "can_c")), all, HERE);
    }
    return names.isEmpty() ? new Direct() : new Computed(any(names), HERE);
  }

  private void tuple() {
    if (once(4)) {
      int child = 1 + random.nextInt(2);
      int parent = random.nextInt(child);
      store("group:" + child, "member", "group:" + parent, "member");
      return;
    }
    if (once(5)) {
      store("group:" + random.nextInt(3), "member", "user:" + random.nextInt(4), null);
      return;
    }
    String type = any(List.of("team", "folder", "folder", "doc", "doc"));
    int number = random.nextInt(4);
    String object = type + ":" + number;
    if (once(3)) {
      // a folder's parent has a lower number, and all else is below folders
      boolean none = type.equals("team") || (type.equals("folder") && number == 0);
      if (!none) {
        int above = random.nextInt(type.equals("folder") ? number : 4);
        boolean members = parts == Parts.ODD && admits(type, "parent", "folder#viewer") && once(3);
        store(object, "parent", "folder:" + above, members ? "viewer" : null);
      }
      return;
    }
    String relation = any(RELATIONS);
    PeerRelation declared = types.get(type).relations().get(relation);
    PeerSubject subject = any(declared.subjects());
    String of = subject.type() + ":" + (subject.wildcard() ? "*" : random.nextInt(4));
    store(object, relation, of, subject.relation());
  }

  private boolean admits(String type, String relation, String subject) {
    return types.get(type).relations().get(relation).subjects().stream()
        .anyMatch(each -> each.kind().equals(subject));
  }

  /** Stores a relation, unless there is one, with a condition that one of its kind may carry. */
  private void store(String object, String relation, String subject, @Nullable String userset) {
    PeerObject on = Objects.requireNonNull(PeerObject.parse(object));
    PeerTuple plain =
        PeerTuple.of(
            on, relation, Objects.requireNonNull(PeerObject.parse(subject)), userset, HERE);
    tuples.putIfAbsent(plain.toString(), conditional(plain));
  }

  private PeerTuple conditional(PeerTuple plain) {
    if (parts != Parts.CONDITIONAL) {
      return plain;
    }
    PeerSubject subject =
        any(
            types.get(plain.object().type()).relations().get(plain.relation()).subjects().stream()
                .filter(each -> each.type().equals(plain.subject().type()))
                .filter(each -> Objects.equals(each.relation(), plain.subjectRelation()))
                .filter(each -> each.wildcard() == plain.isForEveryone())
                .toList());
    String condition = subject.condition();
    return condition == null
        ? plain
        : new PeerTuple(
            plain.object(),
            plain.relation(),
            plain.subject(),
            plain.subjectRelation(),
            condition,
            GeneratedCondition.named(condition).values(random),
            null,
            HERE);
  }
}
