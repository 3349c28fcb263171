package io.iamplane.migrate.proof;

import io.iamplane.decision.engine.PolicyEngine;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.SnapshotBuilder;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.migrate.PeerAssertion;
import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Expected;
import io.iamplane.migrate.PeerAssertion.Objects;
import io.iamplane.migrate.PeerAssertion.Subjects;
import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerTest;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.proof.AssertionOutcome.Result;
import io.iamplane.migrate.target.TargetRelation;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Asks the assertions of tests, each of the model with the relations of the file and its own. */
public final class AssertionRun {

  private static final int MAX_STEPS = 1_000_000;

  /** Stands for all accounts that the data does not name. */
  private static final String ANOTHER = "another-whom-no-relation-names";

  private final ProofPolicy policy;
  private final List<PeerTuple> stored;
  private final Instant now;
  private final List<AssertionOutcome> outcomes = new ArrayList<>();
  private final PolicyEngine engine =
      new PolicyEngine(
          MAX_STEPS,
          defect -> {
            throw new IllegalStateException(defect);
          });

  /**
   * Prepares to ask.
   *
   * @param stored the relations that all tests share
   * @param now the time of the decisions
   */
  public AssertionRun(ProofPolicy policy, List<PeerTuple> stored, Instant now) {
    this.policy = policy;
    this.stored = stored;
    this.now = now;
  }

  /** Asks all assertions of a test. */
  public void run(PeerTest test) {
    ProofFacts facts = new ProofFacts(policy.types(), policy.attributes(), policy.conditions());
    for (List<PeerTuple> tuples : List.of(stored, test.tuples())) {
      for (PeerTuple tuple : tuples) {
        TargetRelation relation = policy.relation(tuple);
        if (relation != null) {
          facts.relation(relation);
        }
      }
    }
    test.assertions().forEach(each -> name(each, facts));
    SnapshotBuilder builder = PolicySnapshot.builder();
    facts.facts().forEach(builder::add);
    Asking asking = new Asking(test.name(), facts, builder.build(1));
    test.assertions().forEach(asking::ask);
  }

  /** In the order of the assertions. */
  public List<AssertionOutcome> outcomes() {
    return outcomes;
  }

  /** Has everything known that an assertion asks about: it may have no relation at all. */
  private void name(PeerAssertion assertion, ProofFacts facts) {
    switch (assertion) {
      case Check check -> {
        facts.object(policy.object(check.subject()));
        facts.object(policy.object(check.object()));
      }
      case Objects objects -> {
        facts.object(policy.object(objects.subject()));
        names(objects.expected(), facts);
      }
      case Subjects subjects -> {
        facts.object(policy.object(subjects.object()));
        names(subjects.expected(), facts);
        facts.object(policy.object(new PeerObject(subjects.type(), ANOTHER)));
      }
    }
  }

  private void names(Iterable<String> all, ProofFacts facts) {
    for (String each : all) {
      PeerObject object = PeerObject.parse(each);
      if (object != null && object.id().indexOf('#') < 0) {
        facts.object(policy.object(object));
      }
    }
  }

  /** Numbers of a request are doubles, as JSON has them. */
  private static Map<String, Object> asJson(Map<String, Object> values) {
    Map<String, Object> all = new HashMap<>();
    values.forEach((name, value) -> all.put(name, asJson(value)));
    return all;
  }

  private static Object asJson(Object value) {
    return switch (value) {
      case Long number -> number.doubleValue();
      case List<?> items -> items.stream().map(AssertionRun::asJson).toList();
      case Map<?, ?> members -> {
        Map<String, Object> all = new HashMap<>();
        members.forEach((name, each) -> all.put(String.valueOf(name), asJson(each)));
        yield all;
      }
      default -> value;
    };
  }

  /** Asks of one policy. */
  private final class Asking {
    private final String test;
    private final ProofFacts facts;
    private final PolicySnapshot snapshot;

    private Asking(String test, ProofFacts facts, PolicySnapshot snapshot) {
      this.test = test;
      this.facts = facts;
      this.snapshot = snapshot;
    }

    private void ask(PeerAssertion assertion) {
      outcomes.add(
          switch (assertion) {
            case Check check -> check(check);
            case Objects objects -> objects(objects);
            case Subjects subjects -> subjects(subjects);
          });
    }

    private AssertionOutcome check(Check check) {
      String userset = check.subjectRelation() == null ? "" : "#" + check.subjectRelation();
      String question =
          "%s%s %s %s".formatted(check.subject(), userset, check.relation(), check.object());
      boolean expected = check.expected() == Expected.ALLOWED;
      String obstacle =
          obstacle(
              check.subject(), check.subjectRelation(), check.object().type(), check.relation());
      if (obstacle != null) {
        return notAsked(check, question, String.valueOf(expected), obstacle);
      }
      Decision decision =
          decide(
              policy.object(check.subject()),
              name(check.object().type(), check.relation()),
              policy.object(check.object()),
              check.context());
      return new AssertionOutcome(
          check.place(),
          test,
          decision.allowed() == expected ? Result.PASSED : Result.FAILED,
          question,
          String.valueOf(expected),
          String.valueOf(decision.allowed()),
          decision.reason().wire());
    }

    private AssertionOutcome objects(Objects asked) {
      String question =
          "objects of %s where %s has %s"
              .formatted(asked.type(), asked.subject(), asked.relation());
      String expected = new TreeSet<>(asked.expected()).toString();
      String obstacle =
          obstacle(asked.subject(), asked.subjectRelation(), asked.type(), asked.relation());
      if (obstacle != null) {
        return notAsked(asked, question, expected, obstacle);
      }
      TreeSet<String> found = new TreeSet<>();
      SubjectRef subject = policy.object(asked.subject());
      String here = policy.object(new PeerObject(asked.type(), ANOTHER)).type();
      for (SubjectRef object : facts.objects(here)) {
        if (decide(subject, name(asked.type(), asked.relation()), object, asked.context())
            .allowed()) {
          found.add(asked.type() + ":" + object.id());
        }
      }
      return listed(asked, question, expected, found.toString());
    }

    private AssertionOutcome subjects(Subjects asked) {
      String question =
          "subjects of %s that have %s on %s"
              .formatted(asked.type(), asked.relation(), asked.object());
      String expected = new TreeSet<>(asked.expected()).toString();
      String obstacle =
          asked.type().indexOf('#') >= 0
              ? "usersets are not listed as subjects"
              : obstacle(asked.object(), null, asked.object().type(), asked.relation());
      if (obstacle != null) {
        return notAsked(asked, question, expected, obstacle);
      }
      TreeSet<String> found = new TreeSet<>();
      boolean everyone = asked.expected().contains(asked.type() + ":" + PeerTuple.EVERYONE);
      SubjectRef another = policy.object(new PeerObject(asked.type(), ANOTHER));
      for (SubjectRef subject : facts.objects(another.type())) {
        String name = asked.type() + ":" + subject.id();
        if (decide(
                subject,
                name(asked.object().type(), asked.relation()),
                policy.object(asked.object()),
                asked.context())
            .allowed()) {
          if (subject.equals(another)) {
            found.add(asked.type() + ":" + PeerTuple.EVERYONE);
          } else if (!everyone || asked.expected().contains(name)) {
            found.add(name);
          }
        }
      }
      return listed(asked, question, expected, found.toString());
    }

    private String name(String type, String name) {
      return policy.name(type, name);
    }

    private AssertionOutcome listed(
        PeerAssertion asked, String question, String expected, String answered) {
      Result result = expected.equals(answered) ? Result.PASSED : Result.FAILED;
      return new AssertionOutcome(asked.place(), test, result, question, expected, answered, null);
    }

    private AssertionOutcome notAsked(
        PeerAssertion asked, String question, String expected, String obstacle) {
      return new AssertionOutcome(
          asked.place(), test, Result.NOT_ASKED, question, expected, null, obstacle);
    }

    private @Nullable String obstacle(
        PeerObject subject, @Nullable String userset, String type, String relation) {
      if (userset != null) {
        return "a userset is not asked about as a subject";
      }
      if (subject.id().equals(PeerTuple.EVERYONE)) {
        return "everyone of a type is not asked about as a subject";
      }
      return policy.declares(type, relation)
          ? null
          : "type '%s' has no '%s'".formatted(type, relation);
    }

    private Decision decide(
        SubjectRef subject, String name, SubjectRef object, Map<String, Object> context) {
      return engine.decide(
          snapshot,
          new DecisionRequest(
              Party.of(subject),
              new Asked.Relation(name, ProofFacts.APPLICATION),
              Party.of(object),
              Map.of(),
              asJson(context),
              Aal.AAL1),
          now);
    }
  }
}
