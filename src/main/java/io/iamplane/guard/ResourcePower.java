package io.iamplane.guard;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.AttributeChange;
import io.iamplane.decision.engine.CatalogPermission;
import io.iamplane.decision.engine.ClauseTerms.Scope;
import io.iamplane.decision.engine.Powers;
import io.iamplane.decision.engine.Reach;
import io.iamplane.shared.SubjectRef;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Set;
import java.util.TreeSet;

/**
 * A user, a group or an account may be what a right is about, and a condition of that right may
 * read its attributes. Who changes them must not widen a right of the same hand, nor lift a denial.
 * What others gain or lose by it is the directory's business.
 */
@ApplicationScoped
class ResourcePower {

  private static final String WIDER = "Your own right rests on the attributes that would change.";

  private final CatalogReader catalog;

  ResourcePower(CatalogReader catalog) {
    this.catalog = catalog;
  }

  void check(Recording recording, Judgement judgement) {
    for (Effect effect : recording.effects()) {
      if (PowerEffects.changesStored(effect)) {
        check(effect, PowerEffects.subject(effect), judgement);
      }
    }
  }

  private void check(Effect effect, SubjectRef thing, Judgement judgement) {
    AttributeChange change =
        AttributeChange.ofResource(
            PowerEffects.stored(effect.before()), PowerEffects.stored(effect.after()));
    Set<String> rights =
        judgement.powers().permissions(right -> isAbout(right, thing, judgement.powers()));
    if (judgement.hand().isLarge()) {
      judgement.requireHeld(Reach.always(rights), WIDER);
      return;
    }
    boolean below = judgement.reader().isBelowAnother(thing);
    judgement.requireHeld(
        judgement
            .handed()
            .gained(change)
            .only(rights::contains)
            .about(new Scope(thing.type(), thing.id()), below),
        WIDER);
    judgement.requireHeld(
        judgement.reader().freed(judgement.hand().accounts(), change).only(rights::contains),
        WIDER);
    checkRelations(thing, change, judgement);
  }

  /** A condition of any relation on the way from the thing may read what changes. */
  private void checkRelations(SubjectRef thing, AttributeChange change, Judgement judgement) {
    Set<String> bound = new TreeSet<>(RelationRights.bound(judgement));
    bound.removeIf(right -> !isOf(right, thing, judgement.powers()));
    if (!bound.isEmpty()) {
      RelationRights rights =
          new RelationRights(judgement, catalog.applications(judgement.organization()));
      Set<String> relations = rights.relations();
      relations.add("member");
      if (judgement.reader().isReadOnTheWay(thing, relations, change)) {
        judgement.requireHeld(Reach.always(bound), WIDER);
      }
    }
  }

  private static boolean isOf(String right, SubjectRef thing, Powers powers) {
    CatalogPermission permission = powers.permission(right);
    return permission != null && thing.type().equals(permission.fact().resourceType());
  }

  /** A right that names no type is about whatever is asked. */
  private static boolean isAbout(String right, SubjectRef thing, Powers powers) {
    CatalogPermission permission = powers.permission(right);
    String type = permission == null ? null : permission.fact().resourceType();
    return type == null || type.equals(thing.type());
  }
}
