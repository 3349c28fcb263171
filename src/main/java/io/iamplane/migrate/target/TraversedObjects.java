package io.iamplane.migrate.target;

import io.iamplane.migrate.PeerExpression;
import io.iamplane.migrate.PeerExpression.Arrow;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerRelation;
import io.iamplane.migrate.PeerSubject;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.PeerType;
import io.iamplane.migrate.target.Bringable.Name;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Relations that hold for usersets and are traversed. OpenFGA and SpiceDB go on from the object of
 * a userset, and a traversal here goes on from its members. So those objects are stored once more,
 * as single objects of a relation of its own, which is traversed instead.
 *
 * <p>Two kinds of subjects of one type, such as {@code group#member} and {@code group#admin}, may
 * hold the same object under different conditions. Each gets a relation of its own then.
 */
final class TraversedObjects {

  private final Map<Name, List<List<PeerSubject>>> relations = new HashMap<>();

  /** Finds those of a model; none for a system that goes on from the members as well. */
  TraversedObjects(PeerModel model) {
    if (model.kind().followsUsersets()) {
      return;
    }
    for (PeerType type : model.types().values()) {
      Set<String> traversed = new HashSet<>();
      type.relations().values().forEach(each -> collect(each.expression(), traversed));
      for (String name : traversed) {
        PeerRelation through = type.relations().get(name);
        if (through != null
            && through.subjects().stream().anyMatch(each -> each.relation() != null)) {
          relations.put(new Name(type.name(), name), parts(through));
        }
      }
    }
  }

  private static void collect(PeerExpression expression, Set<String> into) {
    if (expression instanceof Arrow arrow) {
      into.add(arrow.through());
    }
    expression.parts().forEach(each -> collect(each, into));
  }

  private static List<List<PeerSubject>> parts(PeerRelation through) {
    List<List<PeerSubject>> parts = new ArrayList<>();
    for (PeerSubject subject : through.subjects()) {
      if (!subject.wildcard()) {
        int part = part(through, subject.type(), subject.kind());
        while (parts.size() <= part) {
          parts.add(new ArrayList<>());
        }
        parts.get(part).add(subject);
      }
    }
    return parts;
  }

  /** The place of a kind among those of the same type. */
  private static int part(PeerRelation through, String type, String kind) {
    return through.subjects().stream()
        .filter(each -> each.type().equals(type) && !each.wildcard())
        .map(PeerSubject::kind)
        .distinct()
        .toList()
        .indexOf(kind);
  }

  /**
   * The subjects of each further relation, to be stored as single objects; empty for a relation
   * that is traversed itself, or not at all.
   */
  List<List<PeerSubject>> of(String type, String relation) {
    return relations.getOrDefault(new Name(type, relation), List.of());
  }

  /** The number of the further relation for a stored one; -1 for none. */
  static int partOf(PeerRelation through, PeerTuple tuple) {
    String userset = tuple.subjectRelation();
    String type = tuple.subject().type();
    return tuple.isForEveryone()
        ? -1
        : part(through, type, userset == null ? type : type + "#" + userset);
  }
}
