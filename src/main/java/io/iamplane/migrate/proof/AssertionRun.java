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
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Asks the assertions of tests, each of the model with the relations of the file and its own. */
public final class AssertionRun {

  private static final int MAX_STEPS = 1_000_000;

  /** Stands for all accounts that the data does not name. */
  private static final String ANOTHER = "another-whom-no-relation-names";

  private static final String ERROR = "an error";

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

  /** Prepares to ask, at that time, with relations that all tests share. */
  public AssertionRun(ProofPolicy policy, List<PeerTuple> stored, Instant now) {
    this.policy = policy;
    this.stored = stored;
    this.now = now;
  }

  public void run(PeerTest test) {
    ProofFacts facts = policy.facts();
    for (List<PeerTuple> tuples : List.of(stored, test.tuples())) {
      for (PeerTuple tuple : tuples) {
        policy.relations(tuple).forEach(facts::relation);
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
      case PeerAssertion.Other _ -> {
        // names nothing of a model
      }
    }
  }

  private void names(@Nullable Set<String> all, ProofFacts facts) {
    for (String each : all == null ? Set.<String>of() : all) {
      PeerObject object = PeerObject.parse(each);
      if (object != null && object.id().indexOf('#') < 0) {
        facts.object(policy.object(object));
      }
    }
  }

  /** Numbers of a request are doubles, as JSON has them. */
  private static Map<String, Object> asJson(Map<?, ?> values) {
    Map<String, Object> all = new HashMap<>();
    values.forEach((name, value) -> all.put(String.valueOf(name), asJson(value)));
    return all;
  }

  private static Object asJson(Object value) {
    return switch (value) {
      case Long number -> number.doubleValue();
      case List<?> items -> items.stream().map(AssertionRun::asJson).toList();
      case Map<?, ?> members -> asJson(members);
      default -> value;
    };
  }

  private static String words(PeerObject subject, @Nullable String userset) {
    return subject + (userset == null ? "" : "#" + userset);
  }

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
            case PeerAssertion.Other other ->
                outcome(
                    other,
                    Result.NOT_ASKED,
                    other.question(),
                    "the expected decision",
                    null,
                    other.obstacle());
          });
    }

    private AssertionOutcome check(Check check) {
      String question =
          "%s %s %s"
              .formatted(
                  words(check.subject(), check.subjectRelation()),
                  check.relation(),
                  check.object());
      boolean error = check.expected() == Expected.ERROR;
      boolean expected = check.expected() == Expected.ALLOWED;
      String said = error ? ERROR : String.valueOf(expected);
      String obstacle = obstacle(check.object().type(), check.relation());
      if (obstacle != null) {
        Result result = error ? Result.PASSED : Result.NOT_ASKED;
        return outcome(check, result, question, said, null, obstacle);
      }
      Decision decision =
          decide(
              subject(check.subject(), check.subjectRelation()),
              policy.name(check.object().type(), check.relation()),
              policy.object(check.object()),
              check.context());
      Result result =
          decision.allowed() == expected
              ? Result.PASSED
              : error ? Result.ANSWERED_HERE : Result.FAILED;
      return outcome(
          check,
          result,
          question,
          said,
          String.valueOf(decision.allowed()),
          decision.reason().wire());
    }

    private AssertionOutcome objects(Objects asked) {
      String question =
          "objects of type %s on which %s has %s"
              .formatted(
                  asked.type(), words(asked.subject(), asked.subjectRelation()), asked.relation());
      String obstacle = obstacle(asked.type(), asked.relation());
      if (obstacle != null) {
        return notListed(asked, question, asked.expected(), obstacle);
      }
      TreeSet<String> found = new TreeSet<>();
      SubjectRef subject = subject(asked.subject(), asked.subjectRelation());
      String here = policy.object(new PeerObject(asked.type(), ANOTHER)).type();
      for (SubjectRef object : facts.objects(here)) {
        if (decide(subject, policy.name(asked.type(), asked.relation()), object, asked.context())
            .allowed()) {
          found.add(asked.type() + ":" + object.id());
        }
      }
      return listed(asked, question, asked.expected(), found);
    }

    private AssertionOutcome subjects(Subjects asked) {
      String of =
          asked.type() + (asked.subjectRelation() == null ? "" : "#" + asked.subjectRelation());
      String question =
          "subjects of type %s that have %s on %s".formatted(of, asked.relation(), asked.object());
      String obstacle = obstacle(asked.object().type(), asked.relation());
      if (obstacle != null) {
        return notListed(asked, question, asked.expected(), obstacle);
      }
      TreeSet<String> found = new TreeSet<>();
      String everyone = asked.type() + ":" + PeerTuple.EVERYONE;
      boolean everyoneExpected = asked.expected() != null && asked.expected().contains(everyone);
      SubjectRef another = policy.object(new PeerObject(asked.type(), ANOTHER));
      for (SubjectRef each : facts.objects(another.type())) {
        PeerObject subject = new PeerObject(asked.type(), each.id());
        if (!decide(
                subject(subject, asked.subjectRelation()),
                policy.name(asked.object().type(), asked.relation()),
                policy.object(asked.object()),
                asked.context())
            .allowed()) {
          continue;
        }
        String name = words(subject, asked.subjectRelation());
        if (each.equals(another)) {
          found.add(everyone);
        } else if (!everyoneExpected
            || java.util.Objects.requireNonNull(asked.expected()).contains(name)) {
          found.add(name);
        }
      }
      return listed(asked, question, asked.expected(), found);
    }

    /** The subject of a question, a userset with its relation behind the id. */
    private SubjectRef subject(PeerObject subject, @Nullable String userset) {
      SubjectRef ref = policy.object(subject);
      return userset == null
          ? ref
          : new SubjectRef(ref.type(), ref.id() + "#" + policy.name(subject.type(), userset));
    }

    private AssertionOutcome listed(
        PeerAssertion asked,
        String question,
        @Nullable Set<String> expected,
        TreeSet<String> answered) {
      boolean passed = expected == null ? answered.isEmpty() : answered.equals(expected);
      Result other = expected == null ? Result.ANSWERED_HERE : Result.FAILED;
      return outcome(
          asked,
          passed ? Result.PASSED : other,
          question,
          said(expected),
          answered.toString(),
          null);
    }

    private AssertionOutcome notListed(
        PeerAssertion asked, String question, @Nullable Set<String> expected, String obstacle) {
      Result result = expected == null ? Result.PASSED : Result.NOT_ASKED;
      return outcome(asked, result, question, said(expected), null, obstacle);
    }

    private static String said(@Nullable Set<String> expected) {
      return expected == null ? ERROR : new TreeSet<>(expected).toString();
    }

    private AssertionOutcome outcome(
        PeerAssertion asked,
        Result result,
        String question,
        String expected,
        @Nullable String answered,
        @Nullable String reason) {
      return new AssertionOutcome(
          asked.place(), test, result, question, expected, answered, reason);
    }

    private @Nullable String obstacle(String type, String relation) {
      return policy.declares(type, relation)
          ? null
          : "type '%s' has no relation or permission '%s'".formatted(type, relation);
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
