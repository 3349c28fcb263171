package io.iamplane.decision.engine;

import io.iamplane.decision.engine.ReverseLookup.Prospect;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.GrantFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.generator.Dice;
import io.iamplane.decision.engine.generator.GeneratedPolicy;
import io.iamplane.decision.engine.generator.RelationTangle;
import io.iamplane.decision.engine.generator.RequestGenerator;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.reference.ReferenceEvaluator;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Lists on generated policies, against the reference evaluator asked about every name that the
 * facts hold: by the walk and by all names, before and after changes, and on a fresh load.
 */
final class ListsRun {

  private static final int NO_WALK = 0;
  private static final int LONG_WALK = 1_000_000;

  private final List<Throwable> defects = new ArrayList<>();
  private final PolicyEngine engine = new PolicyEngine(1_000_000, defects::add);
  final List<String> disagreements = new ArrayList<>();

  /** The number of lists, and of lists with a hit, by kind. */
  final Map<String, Integer> lists = new TreeMap<>();

  /** True to ask every question with contextual relations too, and again without. */
  private final boolean relations;

  long hits;
  long refused;

  ListsRun(boolean relations) {
    this.relations = relations;
  }

  List<Throwable> defects() {
    return defects;
  }

  void policy(long seed, int perState) {
    Dice dice = new Dice(seed);
    GeneratedPolicy policy = new GeneratedPolicy(dice, 20 + dice.roll(80));
    PolicySnapshot snapshot = load(policy.facts());
    ask(seed, dice, policy.facts(), List.of(snapshot), perState);
    for (int version = 2; version <= 3; version++) {
      snapshot = snapshot.apply(version, policy.change(1 + dice.roll(12)));
      ask(seed, dice, policy.facts(), List.of(snapshot, load(policy.facts())), perState);
    }
  }

  /** A model with permissions that depend on each other, over objects that do. */
  void tangle(long seed) {
    List<Fact> facts = new RelationTangle(new Dice(seed)).facts();
    ReferenceEvaluator reference = new ReferenceEvaluator(facts);
    List<PolicySnapshot> snapshots = List.of(load(facts));
    for (String permission : RelationTangle.PERMISSIONS) {
      Asked asked = new Asked.Relation(permission, "a");
      Party user = Party.of(RelationTangle.USER);
      Listing resources =
          new Listing(
              "resources", "doc", id -> DecisionRequest.of(user, asked, Party.of("doc", id)));
      compare(seed, facts, resources, reference, snapshots, Instant.EPOCH);
      Party many = Party.of("doc", "d0#" + permission);
      compare(
          seed,
          facts,
          new Listing(
              "resources of many",
              "doc",
              id -> DecisionRequest.of(many, asked, Party.of("doc", id))),
          reference,
          snapshots,
          Instant.EPOCH);
      for (int i = 0; i < RelationTangle.OBJECTS; i++) {
        Party object = Party.of(RelationTangle.object(i));
        for (String type : List.of("user", "doc")) {
          Listing subjects =
              new Listing(
                  "subjects", type, id -> DecisionRequest.of(Party.of(type, id), asked, object));
          compare(seed, facts, subjects, reference, snapshots, Instant.EPOCH);
        }
      }
    }
  }

  private static PolicySnapshot load(List<Fact> facts) {
    SnapshotBuilder builder = PolicySnapshot.builder();
    facts.forEach(builder::add);
    return builder.build(1);
  }

  private void ask(
      long seed, Dice dice, List<Fact> facts, List<PolicySnapshot> snapshots, int count) {
    ReferenceEvaluator reference = new ReferenceEvaluator(facts);
    RequestGenerator generator = new RequestGenerator(dice, facts);
    for (int i = 0; i < count; i++) {
      DecisionRequest plain = generator.request();
      Instant now = generator.time();
      list(seed, facts, plain, reference, snapshots, now);
      if (relations) {
        DecisionRequest request = generator.withRelations(plain);
        List<Fact> all = new ArrayList<>(facts);
        request.relations().stream().filter(each -> !each.isMembership()).forEach(all::add);
        list(seed, all, request, reference, snapshots, now);
        list(seed, facts, plain, reference, snapshots, now);
      }
    }
  }

  private void list(
      long seed,
      List<Fact> facts,
      DecisionRequest request,
      ReferenceEvaluator reference,
      List<PolicySnapshot> snapshots,
      Instant now) {
    Party about = request.resource();
    Listing subjects =
        new Listing(
            "subjects",
            request.subject().type(),
            id -> with(request, withId(request.subject(), id), about));
    compare(seed, facts, subjects, reference, snapshots, now);
    if (about != null) {
      Listing resources =
          new Listing(
              "resources", about.type(), id -> with(request, request.subject(), withId(about, id)));
      compare(seed, facts, resources, reference, snapshots, now);
    }
  }

  /** A question that leaves an id of a type open. */
  private record Listing(String kind, String type, Asking asking) {}

  private interface Asking {
    DecisionRequest of(String id);
  }

  private void compare(
      long seed,
      List<Fact> facts,
      Listing listing,
      ReferenceEvaluator reference,
      List<PolicySnapshot> snapshots,
      Instant now) {
    TreeSet<String> expected = new TreeSet<>();
    for (String id : names(facts, listing.type)) {
      ReferenceEvaluator.Answer answer = reference.decide(listing.asking.of(id), now);
      if (answer.reason().wire().startsWith("granted_by")) {
        expected.add(id);
      }
    }
    count(listing.kind, expected);
    for (PolicySnapshot snapshot : snapshots) {
      for (int walk : new int[] {NO_WALK, LONG_WALK}) {
        List<String> listed = list(snapshot, listing, walk, now);
        if (!listed.equals(List.copyOf(expected))) {
          disagreements.add(
              "seed %d: %s of %s at %s, walk %d: expected %s, listed %s"
                  .formatted(
                      seed, listing.kind, listing.asking.of("?"), now, walk, expected, listed));
        }
      }
    }
  }

  private void count(String kind, TreeSet<String> expected) {
    lists.merge(kind + (expected.isEmpty() ? ", empty" : ", with hits"), 1, Integer::sum);
    hits += expected.size();
  }

  /** In pages of one prospect, each of which begins behind the one before. */
  private List<String> list(PolicySnapshot snapshot, Listing listing, int walk, Instant now) {
    List<String> hits = new ArrayList<>();
    @Nullable String after = null;
    while (true) {
      Iterator<Prospect> prospects = prospects(snapshot, listing, after, walk, now);
      if (!prospects.hasNext()) {
        return hits;
      }
      Prospect next = prospects.next();
      after = next.id();
      if (next.known()) {
        if (engine.decide(snapshot, listing.asking.of(next.id()), now).allowed()) {
          hits.add(next.id());
        } else {
          refused++;
        }
      }
    }
  }

  private static Iterator<Prospect> prospects(
      PolicySnapshot snapshot, Listing listing, @Nullable String after, int walk, Instant now) {
    WalkMeter meter = new WalkMeter(WorkBudget.perDecision(1_000_000), walk);
    DecisionRequest open = listing.asking.of("");
    return Objects.requireNonNull(
        listing.kind.equals("subjects")
            ? ReverseLookup.subjects(snapshot, open, after, now, meter)
            : ReverseLookup.resources(snapshot, open, after, now, meter));
  }

  private static Party withId(Party party, String id) {
    return new Party(party.type(), id, party.properties());
  }

  private static DecisionRequest with(
      DecisionRequest request, Party subject, @Nullable Party resource) {
    return request.by(subject).on(resource);
  }

  /** The names of a type in the facts, with external ids as the entries that have them. */
  private static TreeSet<String> names(List<Fact> facts, String type) {
    TreeSet<String> names = new TreeSet<>();
    for (Fact fact : facts) {
      switch (fact) {
        case SubjectFact subject -> add(names, type, subject.ref());
        case RelationFact relation -> {
          if (!isNoMembership(relation)) {
            add(names, type, relation.subject().ref());
            add(names, type, relation.object());
          }
        }
        case GrantFact grant -> {
          if (grant.effect() == GrantFact.Effect.PERMIT) {
            add(names, type, grant.subject());
          }
          if (grant.scope() != null && !grant.scope().id().equals("*")) {
            add(names, type, grant.scope());
          }
        }
        default -> {
          // speaks of no object
        }
      }
    }
    resolve(names, facts, type);
    return names;
  }

  /** A userset that makes no membership: the engine leaves it out. */
  private static boolean isNoMembership(RelationFact relation) {
    String userset = relation.subject().relation();
    boolean group = relation.subject().ref().type().equals("group");
    return relation.object().type().equals("group")
        && relation.relation().equals("member")
        && userset != null
        && !(group && userset.equals("member"));
  }

  private static void resolve(TreeSet<String> names, List<Fact> facts, String type) {
    TreeSet<String> entries = new TreeSet<>();
    for (Fact fact : facts) {
      if (fact instanceof SubjectFact subject && subject.ref().type().equals(type)) {
        entries.add(subject.ref().id());
      }
    }
    for (Fact fact : facts) {
      if (fact instanceof SubjectFact subject
          && subject.ref().type().equals(type)
          && subject.externalId() != null
          && !entries.contains(subject.externalId())) {
        names.remove(subject.externalId());
      }
    }
  }

  private static void add(TreeSet<String> names, String type, SubjectRef ref) {
    if (ref.type().equals(type) && !ref.id().equals("*")) {
      names.add(ref.id());
    }
  }
}
