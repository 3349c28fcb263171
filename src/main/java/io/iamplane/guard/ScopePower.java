package io.iamplane.guard;

import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.ClauseTerms.Scope;
import io.iamplane.decision.engine.Reach;
import io.iamplane.grant.relation.Relation;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The relation {@code parent} puts a thing below another one, and so within what is limited to that
 * one: a right that the same hand has there reaches it, and a denial there no longer does when the
 * relation goes. What lies above the other one is not looked at: every limited right counts.
 */
@ApplicationScoped
class ScopePower {

  private static final String PARENT = "parent";
  private static final String FURTHER =
      "A right of yours, or of an account that you control, would cover it.";
  private static final String FREED =
      "A denial for you, or for an account that you control, would no longer cover it.";

  void check(Recording recording, Judgement judgement) {
    List<Effect> effects = recording.effects().stream().filter(ScopePower::isConcerned).toList();
    if (effects.isEmpty()) {
      return;
    }
    Reach held;
    Set<String> denied;
    if (judgement.hand().isLarge()) {
      denied = judgement.powers().permissions(_ -> true);
      held = Reach.always(denied).within(new Scope("*", "*"));
    } else {
      denied = judgement.reader().deniedWithin(judgement.hand().accounts());
      held = judgement.handed();
    }
    for (Effect effect : effects) {
      if (isParent(effect.after()) && effect.after() instanceof Relation relation) {
        judgement.requireHeld(held.movedTo(scope(relation)), FURTHER);
      }
      if (isParent(effect.before())) {
        judgement.requireHeld(Reach.always(denied), FREED);
      }
    }
  }

  private static Scope scope(Relation relation) {
    return new Scope(relation.object().type(), relation.object().id());
  }

  private static boolean isConcerned(Effect effect) {
    return isParent(effect.before()) || isParent(effect.after());
  }

  private static boolean isParent(@Nullable Object image) {
    return image instanceof Relation relation
        && relation.relation().equals(PARENT)
        && relation.subjectRelation() == null;
  }
}
