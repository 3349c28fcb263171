package io.iamplane.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Expected;
import io.iamplane.migrate.PeerAssertion.Subjects;
import io.iamplane.migrate.generator.GeneratedPeer.Peer;
import io.iamplane.migrate.generator.GeneratedSubject;
import io.iamplane.migrate.generator.PeerPrinter;
import io.iamplane.migrate.generator.PeerSemantics;
import io.iamplane.migrate.generator.PeerSemantics.Truth;
import io.iamplane.migrate.proof.AssertionOutcome;
import io.iamplane.migrate.real.RealPeer;
import io.iamplane.migrate.real.RealPeer.RealAnswer;
import io.iamplane.migrate.real.RealPeer.RefusedModelException;
import io.iamplane.migrate.target.ImportReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Generated models, asked of a server and, brought over, of the engine and the reference evaluator:
 * every name of every object for every user, for the object itself, for usersets and for everyone.
 * Lists of objects and subjects are asked of the server and, where no condition leaves an answer
 * open, of the engine.
 */
final class RealComparison {

  /** Models that are taken here and not there, since a name can hold for no one or for everyone. */
  private static final Set<String> REFUSALS =
      Set.of(
          "no entrypoints defined",
          "potential loop",
          "wildcard relations cannot be transitively included");

  private static final int OBJECTS = 4;
  private static final int USERS = 5;

  /** Usersets, or everyone, asked about for each name of each object. */
  private static final int SETS = 4;

  private static final FilePlace HERE = new FilePlace("generated", 1, 1);

  private final RealPeer real;
  private final RealLists theirLists;
  private final Map<RealAnswer, Integer> answers = new EnumMap<>(RealAnswer.class);
  private final Map<ListedDifference, Integer> listed = new EnumMap<>(ListedDifference.class);
  private final Map<String, Integer> refused = new TreeMap<>();
  private final List<String> disagreements = new ArrayList<>();
  private int models;
  private int lists;

  /** Intended differences, as listed in docs/compatibility.md. */
  enum ListedDifference {
    /** A value is missing: an error or a conditional answer there, a denial here. */
    DENIED_WITHOUT_A_VALUE,
    /**
     * OpenFGA answers with the error of one relation; here another one allows without the missing
     * value.
     */
    ALLOWED_BESIDE_AN_ERROR,
    /** OpenFGA wants all values of a condition, and here those that are given decide it. */
    ALLOWED_WHATEVER_IS_MISSING,
    /** OpenFGA ignores an error in an exclusion and allows. */
    DENIED_FOR_AN_ERROR_IN_AN_EXCLUSION,
    /** OpenFGA may see one relation of those of a user and of everyone, the one stored first. */
    ONE_RELATION_HIDES_ANOTHER,
    /** A list of the server differs from its own checks, and ours does not. */
    LIST_CONTRADICTS_CHECK,
    /** No one is in the set, since only its own name defines it; there it has its own name. */
    SET_OF_A_NAME_THAT_NEVER_HOLDS
  }

  RealComparison(RealPeer real) {
    this.real = real;
    theirLists = new RealLists(real);
  }

  /**
   * Compares with a generated model and its relations, unless the server does not take the model.
   */
  void compare(Peer peer, long seed) throws IOException, PeerFaultsException {
    Random random = new Random(seed);
    if (compare(peer, seed, questions(peer, random)) && peer.model().conditions().isEmpty()) {
      compareLists(peer, seed, random);
    }
  }

  private void compareLists(Peer peer, long seed, Random random)
      throws IOException, PeerFaultsException {
    List<PeerAssertion> answered = theirLists.of(peer.model(), random);
    lists += answered.size();
    BroughtPeer brought = brought(peer, seed);
    List<AssertionOutcome> outcomes = brought.ask(answered);
    for (int i = 0; i < outcomes.size(); i++) {
      AssertionOutcome each = outcomes.get(i);
      if (each.result() == AssertionOutcome.Result.PASSED) {
        continue;
      }
      ListedDifference difference =
          switch (answered.get(i)) {
            case PeerAssertion.Objects of ->
                never(brought, of.subject().type(), of.subjectRelation());
            case Subjects of -> never(brought, of.type(), of.subjectRelation());
            default -> null;
          };
      if (difference == null
          && theirLists.isDenied(answered.get(i), String.valueOf(each.answered()))) {
        difference = ListedDifference.LIST_CONTRADICTS_CHECK;
      }
      if (difference != null) {
        listed.merge(difference, 1, Integer::sum);
      } else {
        disagreements.add(
            "%s: %s there, %s here; seed %d:%n%s%s"
                .formatted(
                    each.question(),
                    each.expected(),
                    each.answered(),
                    seed,
                    brought.text(),
                    PeerPrinter.tuples(peer.tuples(), "tuples.txt")));
      }
    }
  }

  /**
   * Compares with a model, its relations and these questions.
   *
   * @return false if the server does not take the model
   */
  boolean compare(Peer peer, long seed, List<Check> questions)
      throws IOException, PeerFaultsException {
    try {
      real.load(peer);
    } catch (RefusedModelException e) {
      String reason = reason(String.valueOf(e.getMessage()));
      refused.merge(reason, 1, Integer::sum);
      if (!REFUSALS.contains(reason)) {
        disagreements.add("seed " + seed + " is not taken: " + e.getMessage());
      }
      return false;
    }
    models++;
    List<RealAnswer> answered = real.ask(questions);
    BroughtPeer brought = brought(peer, seed);
    assertThat(brought.report().count(ImportReport.Kind.LOSS)).as(brought.text()).isZero();
    List<AssertionOutcome> engine = brought.ask(questions);
    List<Boolean> reference = brought.refer(questions);
    for (int i = 0; i < questions.size(); i++) {
      RealAnswer theirs = answered.get(i);
      answers.merge(theirs, 1, Integer::sum);
      boolean ours = "true".equals(engine.get(i).answered());
      ListedDifference difference = difference(peer, questions.get(i), theirs, ours);
      if (difference == null && !ours && theirs == RealAnswer.ALLOWED) {
        Check asked = questions.get(i);
        difference = never(brought, asked.subject().type(), asked.subjectRelation());
      }
      if (difference != null) {
        listed.merge(difference, 1, Integer::sum);
      }
      boolean agreed = difference != null || ours == (theirs == RealAnswer.ALLOWED);
      if (!agreed || ours != reference.get(i)) {
        disagreements.add(
            "%s %s: %s there, engine %s, reference %s; seed %d:%n%s%s"
                .formatted(
                    engine.get(i).question(),
                    questions.get(i).context(),
                    theirs,
                    ours,
                    reference.get(i),
                    seed,
                    brought.text(),
                    PeerPrinter.tuples(peer.tuples(), "tuples.txt")));
      }
    }
    return true;
  }

  /** A difference if no one can be in these sets. */
  private static @Nullable ListedDifference never(
      BroughtPeer brought, String type, @Nullable String userset) {
    return userset != null
            && brought.model().types().get(type) instanceof Map<?, ?> declared
            && declared.get("permissions") instanceof Map<?, ?> permissions
            && "nil".equals(permissions.get(userset))
        ? ListedDifference.SET_OF_A_NAME_THAT_NEVER_HOLDS
        : null;
  }

  /** The part of a message that names nothing of the model. */
  private static String reason(String message) {
    return message.substring(message.lastIndexOf(": ") + 1).strip();
  }

  private static @Nullable ListedDifference difference(
      Peer peer, Check question, RealAnswer theirs, boolean ours) {
    if (theirs == RealAnswer.UNDECIDED && !ours) {
      return ListedDifference.DENIED_WITHOUT_A_VALUE;
    }
    if (peer.model().kind() != PeerKind.OPENFGA || ours == (theirs == RealAnswer.ALLOWED)) {
      return null;
    }
    if (ours != (truth(peer, question, false, Set.of()) == Truth.TRUE)) {
      return null;
    }
    if (truth(peer, question, true, Set.of()) == Truth.OPEN) {
      return ours
          ? ListedDifference.ALLOWED_WHATEVER_IS_MISSING
          : ListedDifference.DENIED_FOR_AN_ERROR_IN_AN_EXCLUSION;
    }
    if (theirs == RealAnswer.UNDECIDED) {
      return ListedDifference.ALLOWED_BESIDE_AN_ERROR;
    }
    return truth(peer, question, true, hidden(peer, question)) == Truth.OPEN
        ? ListedDifference.ONE_RELATION_HIDES_ANOTHER
        : null;
  }

  private static Truth truth(Peer peer, Check question, boolean whole, Set<PeerTuple> hidden) {
    return PeerSemantics.of(peer, question, whole, hidden)
        .truth(question.object(), question.relation());
  }

  /**
   * Behind a userset or a traversal OpenFGA may read relations from the subject's side: one of each
   * object, the first, and only then its condition. Of the object asked about it reads all.
   */
  private static Set<PeerTuple> hidden(Peer peer, Check question) {
    Set<String> seen = new HashSet<>();
    Set<PeerTuple> hidden = new HashSet<>();
    for (PeerTuple each : peer.tuples()) {
      boolean direct =
          each.isForEveryone()
              ? question.subjectRelation() == null
                  && each.subject().type().equals(question.subject().type())
              : Objects.equals(each.subjectRelation(), question.subjectRelation())
                  && each.subject().equals(question.subject());
      if (direct
          && !each.object().equals(question.object())
          && !seen.add(each.object() + "#" + each.relation())) {
        hidden.add(each);
      }
    }
    return hidden;
  }

  /** By a file of each notation in turn. */
  private static BroughtPeer brought(Peer peer, long seed) throws IOException, PeerFaultsException {
    if (peer.model().kind() == PeerKind.SPICEDB) {
      return BroughtPeer.of(peer, "schema.zed", "tuples.txt");
    }
    return seed % 2 == 0
        ? BroughtPeer.of(peer, "model.fga", "tuples.json")
        : BroughtPeer.of(peer, "model.json", "tuples.yaml");
  }

  private static List<Check> questions(Peer peer, Random random) {
    List<Check> questions = new ArrayList<>();
    for (PeerType type : peer.model().types().values()) {
      for (String name : type.relations().keySet()) {
        for (int number = 0; number < OBJECTS; number++) {
          PeerObject object = new PeerObject(type.name(), String.valueOf(number));
          List<GeneratedSubject> subjects = new ArrayList<>();
          subjects.add(new GeneratedSubject(object, null));
          for (int user = 0; user < USERS; user++) {
            subjects.add(new GeneratedSubject(new PeerObject("user", String.valueOf(user)), null));
          }
          for (int set = 0; set < SETS; set++) {
            subjects.add(GeneratedSubject.set(peer.model(), random));
          }
          for (GeneratedSubject each : subjects) {
            questions.add(question(each, name, object, peer.context(random)));
          }
        }
      }
    }
    return questions;
  }

  private static Check question(
      GeneratedSubject subject, String name, PeerObject object, Map<String, Object> context) {
    return new Check(
        subject.object(), subject.userset(), name, object, context, Expected.DENIED, HERE);
  }

  /** The number of compared models. */
  int models() {
    return models;
  }

  /** The number of refused models, by reason. */
  Map<String, Integer> refused() {
    return refused;
  }

  /** The number of questions with this answer. */
  int answers(RealAnswer answer) {
    return answers.getOrDefault(answer, 0);
  }

  /** The number of occurrences of each listed difference. */
  Map<ListedDifference, Integer> listed() {
    return listed;
  }

  /** Each with the model, the relations, the question and the answers. */
  List<String> disagreements() {
    return disagreements;
  }

  @Override
  public String toString() {
    return "%d models, %d questions %s, %d lists, %d disagreements, listed %s; models not taken there: %s"
        .formatted(
            models,
            answers.values().stream().mapToInt(Integer::intValue).sum(),
            answers,
            lists,
            disagreements.size(),
            listed,
            refused);
  }
}
