package io.iamplane.migrate;

import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Expected;
import io.iamplane.migrate.PeerAssertion.Objects;
import io.iamplane.migrate.PeerAssertion.Subjects;
import io.iamplane.migrate.generator.GeneratedSubject;
import io.iamplane.migrate.real.RealPeer;
import io.iamplane.migrate.real.RealPeer.RealAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Lists of objects and subjects, as a server answers about the model that it has. */
record RealLists(RealPeer real) {

  private static final FilePlace HERE = new FilePlace("generated", 1, 1);
  private static final int OBJECTS = 4;
  private static final int USERS = 5;

  /** Each name: for a user, for a set, and for the users and usersets of one object. */
  List<PeerAssertion> of(PeerModel model, Random random) throws IOException {
    List<PeerAssertion> answered = new ArrayList<>();
    for (PeerType type : model.types().values()) {
      for (String name : type.relations().keySet()) {
        PeerObject user = new PeerObject("user", String.valueOf(random.nextInt(USERS)));
        for (GeneratedSubject subject :
            List.of(new GeneratedSubject(user, null), GeneratedSubject.set(model, random))) {
          answered.add(real.listed(objects(subject, name, type.name())));
        }
        PeerObject object = new PeerObject(type.name(), String.valueOf(random.nextInt(OBJECTS)));
        GeneratedSubject kind = GeneratedSubject.userset(model, random);
        answered.add(real.listed(subjects(object, name, "user", null)));
        answered.add(real.listed(subjects(object, name, kind.object().type(), kind.userset())));
      }
    }
    return answered;
  }

  /**
   * Returns true if the server's own checks agree with our list where the lists differ.
   *
   * @param ours our list, as text in brackets
   */
  boolean isDenied(PeerAssertion asked, String ours) throws IOException {
    Set<String> here = Set.of(ours.substring(1, ours.length() - 1).split(", "));
    Set<String> differing = new TreeSet<>(here);
    Set<String> there =
        asked instanceof Subjects subjects ? subjects.expected() : ((Objects) asked).expected();
    differing.addAll(there);
    differing.removeIf(each -> each.isEmpty() || here.contains(each) == there.contains(each));
    List<Check> checks = differing.stream().map(each -> check(asked, each)).toList();
    List<RealAnswer> answered = real.ask(checks);
    int at = 0;
    for (String each : differing) {
      if ((answered.get(at++) == RealAnswer.ALLOWED) != here.contains(each)) {
        return false;
      }
    }
    return true;
  }

  /** The check of one entry of a list; of everyone it is that of a user whom nothing names. */
  private static Check check(PeerAssertion asked, String entry) {
    String name = entry.replace("*", "another").replaceFirst("#.*", "");
    PeerObject named = PeerObject.parse(name);
    return switch (asked) {
      case Objects of -> question(of.subject(), of.subjectRelation(), of.relation(), named);
      case Subjects of -> question(named, of.subjectRelation(), of.relation(), of.object());
      default -> throw new IllegalArgumentException(asked.toString());
    };
  }

  private static Check question(
      PeerObject subject, @Nullable String userset, String relation, PeerObject object) {
    return new Check(subject, userset, relation, object, Map.of(), Expected.DENIED, HERE);
  }

  private static Objects objects(GeneratedSubject subject, String name, String type) {
    return new Objects(subject.object(), subject.userset(), name, type, Map.of(), Set.of(), HERE);
  }

  private static Subjects subjects(
      PeerObject object, String name, String type, @Nullable String userset) {
    return new Subjects(object, name, type, userset, Map.of(), Set.of(), HERE);
  }
}
