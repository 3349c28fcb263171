package io.iamplane.migrate.target;

import io.iamplane.migrate.PeerExpression;
import io.iamplane.migrate.PeerExpression.AllOf;
import io.iamplane.migrate.PeerExpression.AnyOf;
import io.iamplane.migrate.PeerExpression.Arrow;
import io.iamplane.migrate.PeerExpression.Computed;
import io.iamplane.migrate.PeerExpression.Direct;
import io.iamplane.migrate.PeerExpression.Itself;
import io.iamplane.migrate.PeerExpression.Nothing;
import io.iamplane.migrate.PeerExpression.Without;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerRelation;
import io.iamplane.migrate.PeerSubject;
import io.iamplane.migrate.PeerType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The part of a model that can be imported without allowing more than there. A part that cannot be
 * imported holds for no one; a name that excludes an incomplete name holds for no one either, since
 * the subjects to exclude are unknown.
 */
final class Bringable {

  private final PeerModel model;
  private final ImportReport report;
  private final TraversedObjects traversed;

  /** Names that hold for fewer here than there. */
  private final Set<Name> partial = new HashSet<>();

  private final Set<Name> refused;
  private final Set<Name> empty;
  private final Predicate<String> isCondition;

  record Name(String type, String name) {}

  /**
   * Examines a model.
   *
   * @param refused names with expressions that cannot be written here
   * @param empty names that hold for no one, there as well
   * @param isCondition true if the condition of a name can be written here
   */
  Bringable(
      PeerModel model,
      Set<Name> refused,
      Set<Name> empty,
      Predicate<String> isCondition,
      ImportReport report) {
    this.model = model;
    this.refused = refused;
    this.empty = empty;
    this.isCondition = isCondition;
    this.report = report;
    this.traversed = new TraversedObjects(model);
    int before;
    do {
      before = partial.size();
      for (PeerType type : model.types().values()) {
        for (PeerRelation relation : type.relations().values()) {
          if (!isWhole(type, relation)) {
            partial.add(new Name(type.name(), relation.name()));
          }
        }
      }
    } while (partial.size() > before);
  }

  /** Returns true if a name holds here for all subjects for which it holds there. */
  boolean isWhole(String type, String name) {
    return !partial.contains(new Name(type, name));
  }

  private boolean isWhole(PeerType type, PeerRelation relation) {
    return !refused.contains(new Name(type.name(), relation.name()))
        && relation.subjects().stream().allMatch(this::isWhole)
        && isWhole(type, relation.expression());
  }

  private boolean isWhole(PeerSubject subject) {
    return (subject.relation() == null || isWhole(subject.type(), subject.relation()))
        && (subject.condition() == null || isCondition.test(subject.condition()));
  }

  private boolean isWhole(PeerType type, PeerExpression expression) {
    return switch (expression) {
      case Direct _, Itself _, Nothing _ -> true;
      case Computed computed -> isWhole(type.name(), computed.name());
      case Arrow arrow -> obstacle(type, arrow) == null && isWholeBeyond(type, arrow);
      case AnyOf _, AllOf _, Without _ ->
          expression.parts().stream().allMatch(each -> isWhole(type, each));
    };
  }

  private boolean isWholeBeyond(PeerType type, Arrow arrow) {
    Set<String> reached = new HashSet<>();
    reach(type.name(), arrow.through(), reached, new HashSet<>());
    return isWhole(type.name(), arrow.through())
        && reached.stream().allMatch(each -> isWhole(each, arrow.name()));
  }

  /** The types of the objects behind a relation, through usersets too. */
  private void reach(String type, String name, Set<String> into, Set<Name> seen) {
    List<Name> left = new ArrayList<>(List.of(new Name(type, name)));
    while (!left.isEmpty()) {
      Name at = left.removeLast();
      PeerType of = model.types().get(at.type());
      PeerRelation relation = of == null ? null : of.relations().get(at.name());
      if (relation != null && seen.add(at)) {
        for (PeerSubject subject : relation.subjects()) {
          if (subject.relation() == null || !model.kind().followsUsersets()) {
            into.add(subject.type());
          } else {
            left.add(new Name(subject.type(), subject.relation()));
          }
        }
      }
    }
  }

  /** The reason against writing a traversal here; null if absent. */
  private @Nullable String obstacle(PeerType type, Arrow arrow) {
    return arrow.all() && traversed.of(type.name(), arrow.through()).size() > 1
        ? ("'%s' may hold for objects of one type in several ways, such as 'area#guard |"
                + " area#chief'; 'all' cannot combine them")
            .formatted(arrow.through())
        : null;
  }

  /** The part of an expression that is brought over; reports the rest. */
  PeerExpression brought(PeerType type, PeerRelation relation) {
    Name name = new Name(type.name(), relation.name());
    return refused.contains(name) || empty.contains(name)
        ? new Nothing()
        : brought(type, relation, relation.expression());
  }

  private PeerExpression brought(PeerType type, PeerRelation of, PeerExpression expression) {
    return switch (expression) {
      case Direct _, Itself _, Nothing _, Computed _ -> expression;
      case Arrow arrow -> {
        String obstacle = obstacle(type, arrow);
        if (obstacle == null) {
          yield arrow;
        }
        report.loss(arrow.place(), "part of '%s': %s".formatted(of.name(), obstacle));
        yield new Nothing();
      }
      case AnyOf any -> {
        List<PeerExpression> kept =
            all(type, of, any.operands()).stream()
                .filter(each -> !(each instanceof Nothing))
                .toList();
        yield switch (kept.size()) {
          case 0 -> new Nothing();
          case 1 -> kept.getFirst();
          default -> new AnyOf(kept);
        };
      }
      case AllOf all -> {
        List<PeerExpression> kept = all(type, of, all.operands());
        yield kept.stream().anyMatch(Nothing.class::isInstance) ? new Nothing() : new AllOf(kept);
      }
      case Without without -> without(type, of, without);
    };
  }

  private List<PeerExpression> all(PeerType type, PeerRelation of, List<PeerExpression> operands) {
    return operands.stream().map(each -> brought(type, of, each)).toList();
  }

  private PeerExpression without(PeerType type, PeerRelation of, Without without) {
    PeerExpression base = brought(type, of, without.base());
    if (base instanceof Nothing || without.excluded() instanceof Nothing) {
      return base;
    }
    if (!isWhole(type, without.excluded())) {
      report.loss(
          of.place(),
          "an exclusion in '%s': the excluded part cannot be fully converted".formatted(of.name()));
      return new Nothing();
    }
    return new Without(base, brought(type, of, without.excluded()));
  }
}
