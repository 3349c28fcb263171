package io.iamplane.escalation;

import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.AttributeChange;
import io.iamplane.decision.engine.ClauseTerms.Scope;
import io.iamplane.decision.engine.Reach;
import io.iamplane.decision.engine.ReadRelation;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.escalation.Hand.Gain;
import io.iamplane.grant.relation.Relation;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The relation {@code parent} puts a resource below another one, and so within rights limited to
 * that one: a right of the caller's accounts there reaches it, and a denial there no longer does if
 * the relation is deleted, or if attributes change that its condition reads. Resources above the
 * other one are not read: every limited right counts.
 */
@Singleton
class ScopePower {

  private static final String FURTHER =
      "A right of yours, or of an account that you control, would cover it.";
  private static final String FREED =
      "A denial for you, or for an account that you control, would no longer cover it.";

  /** No particular resource: only an unlimited right covers it. */
  private static final Scope ANYTHING = new Scope("*", "*");

  private final ParentConditions conditions;

  ScopePower(ParentConditions conditions) {
    this.conditions = conditions;
  }

  void check(Recording recording, Judgement judgement) {
    Limited limited = new Limited(judgement);
    for (Effect effect : recording.effects()) {
      checkRelation(effect, limited);
      if (PowerEffects.changesStored(effect)) {
        checkThing(effect, limited);
      }
      if (effect.after() instanceof ServiceAccount account) {
        checkAccount(account.subject(), effect, judgement);
      }
    }
  }

  private static void checkRelation(Effect effect, Limited limited) {
    if (ParentConditions.isParent(effect.after()) && effect.after() instanceof Relation relation) {
      limited.requireHeld(new Scope(relation.object().type(), relation.object().id()), _ -> true);
    }
    if (ParentConditions.isParent(effect.before())) {
      limited.requireNoneFreed(ANYTHING, _ -> true);
    }
  }

  /** Checks a changed resource: conditions of its parent relations may read its attributes. */
  private static void checkThing(Effect effect, Limited limited) {
    SubjectRef thing = PowerEffects.subject(effect);
    Judgement judgement = limited.judgement;
    Optional<Set<ReadRelation>> read =
        judgement.reader().readAbove(thing, judgement.changed(effect));
    Scope scope = new Scope(thing.type(), thing.id());
    Predicate<String> rights = right -> ResourcePower.isAbout(right, thing, judgement.powers());
    if (read.map(some -> some.stream().anyMatch(ReadRelation::mayTurnTrue)).orElse(true)) {
      limited.requireHeld(scope, rights);
    }
    if (read.map(some -> some.stream().anyMatch(ReadRelation::mayTurnFalse)).orElse(true)) {
      limited.requireNoneFreed(scope, rights);
    }
  }

  /** Checks a changed account of the caller's, which any parent condition may read. */
  private void checkAccount(SubjectRef account, Effect effect, Judgement judgement) {
    Map<String, Object> before = PowerEffects.attributes(effect.before());
    Map<String, Object> after = PowerEffects.attributes(effect.after());
    if (!before.equals(after) && judgement.gain(account) != Gain.OTHERS) {
      checkOwn(account, AttributeChange.ofSubject(before, after), judgement);
    }
  }

  private void checkOwn(SubjectRef account, AttributeChange change, Judgement judgement) {
    Reach further = judgement.reader().of(account).movedTo(ANYTHING);
    Reach denied = Reach.always(judgement.reader().deniedWithin(List.of(account)));
    if (!further.isEmpty() || !denied.isEmpty()) {
      ParentConditions.Turning turning = conditions.turning(judgement.organization(), change);
      judgement.requireHeld(turning.mayTurnTrue() ? further : new Reach(), FURTHER);
      judgement.requireHeld(turning.mayTurnFalse() ? denied : new Reach(), FREED);
    }
  }

  /** The rights and denials of the caller's accounts on some resources only; read on first use. */
  private static final class Limited {

    private final Judgement judgement;
    private @Nullable Reach held;
    private @Nullable Reach denied;

    Limited(Judgement judgement) {
      this.judgement = judgement;
    }

    void requireHeld(Scope scope, Predicate<String> rights) {
      judgement.requireHeld(held().only(rights).movedTo(scope), FURTHER);
    }

    void requireNoneFreed(Scope scope, Predicate<String> rights) {
      judgement.requireHeld(denied().only(rights).within(scope), FREED);
    }

    private Reach held() {
      Reach known = held;
      if (known == null) {
        known =
            judgement.hand().isLarge()
                ? Reach.always(judgement.powers().permissions(_ -> true)).within(ANYTHING)
                : judgement.handed();
        held = known;
      }
      return known;
    }

    private Reach denied() {
      Reach known = denied;
      if (known == null) {
        known =
            Reach.always(
                judgement.hand().isLarge()
                    ? judgement.powers().permissions(_ -> true)
                    : judgement.reader().deniedWithin(judgement.hand().accounts()));
        denied = known;
      }
      return known;
    }
  }
}
