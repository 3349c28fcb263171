package io.iamplane.escalation;

import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.Right;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.client.Client;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.user.User;
import io.iamplane.escalation.Hand.Gain;
import io.iamplane.escalation.RelationRights.Bound;
import io.iamplane.escalation.RelationUses.Use;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationKind;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Relations give the privileged permissions that models rest on them: when relations are created,
 * when excluding ones are deleted, and to subjects that join their holders by a credential, a
 * membership or reactivation.
 *
 * <p>The caller must hold such a permission if an account of the caller's is the relation's
 * subject, or has any relation that the permission may rest on: it may end a chain that the changed
 * relation is part of. Those who keep relations say how others stand to things.
 */
@Singleton
class RelationPower {

  private static final String CHAIN =
      "because you or one of your accounts would gain it through a relation";
  private static final String CREDENTIAL = "to grant a privilege that includes it";

  private final RelationService relations;

  RelationPower(RelationService relations) {
    this.relations = relations;
  }

  RelationRights rights(Judgement judgement) {
    return new RelationRights(judgement, relations);
  }

  void check(Recording recording, Judgement judgement, RelationRights rights) {
    List<Effect> effects = recording.effects().stream().filter(RelationPower::mayConcern).toList();
    if (effects.isEmpty() || rights.bounds().isEmpty()) {
      return;
    }
    judgement.hand().learn(effects.stream().flatMap(RelationPower::related).toList());
    for (Effect effect : effects) {
      for (Bound bound : rights.bounds()) {
        new Check(judgement, rights, bound).check(effect);
      }
    }
  }

  private static boolean mayConcern(Effect effect) {
    return PowerEffects.image(effect) instanceof Relation
        || PowerEffects.image(effect) instanceof GroupMember
        || PowerEffects.isCredential(effect)
        || PowerEffects.isReactivated(effect)
        || PowerEffects.isDeactivated(effect);
  }

  private static Stream<SubjectRef> related(Effect effect) {
    return PowerEffects.image(effect) instanceof Relation relation
        ? Stream.of(relation.subject(), relation.object())
        : Stream.empty();
  }

  /** Checks effects on the permissions that rest on one name. */
  private record Check(Judgement judgement, RelationRights rights, Bound bound) {

    void check(Effect effect) {
      switch (PowerEffects.image(effect)) {
        case Relation _ -> {
          if (effect.after() instanceof Relation after) {
            requireRelation(after, false);
          }
          if (effect.before() instanceof Relation before) {
            requireRelation(before, true);
          }
        }
        case GroupMember member -> requireMember(effect.after() == null, member);
        case Group group -> {
          Set<Use> uses = only(true, rights.uses(bound, group.subject()));
          if (!uses.isEmpty()) {
            judgement.requireLifted(bound.rights(Right.ALWAYS), group.subject());
            requireChain(Right.ALWAYS);
          }
        }
        case Client client -> requireCredential(client);
        case User user -> requireSubject(effect, user.subject());
        case ServiceAccount account -> requireSubject(effect, account.subject());
        default -> throw new IllegalStateException("unexpected effect on relations: " + effect);
      }
    }

    private void requireRelation(Relation relation, boolean removed) {
      RelationKind kind = new RelationKind(relation.object().type(), relation.relation());
      Set<Use> uses = only(removed, bound.uses().of(List.of(kind)));
      long until = Rights.until(relation.validUntil());
      if (uses.isEmpty() || until <= judgement.now()) {
        return;
      }
      // Who keeps relations says how others stand to things.
      if (isDirect(uses)) {
        requireOwn(judgement.gain(relation.subject()), until);
      }
      if (bound.uses().isOfItself() && judgement.gain(relation.object()) != Gain.OTHERS) {
        judgement.requireHeld(bound.rights(until), CHAIN);
      }
      requireChain(until);
    }

    private void requireOwn(Gain gain, long until) {
      if (gain != Gain.OTHERS) {
        judgement.requireGiven(bound.rights(until), gain);
      }
    }

    private void requireMember(boolean removed, GroupMember member) {
      Set<Use> uses = only(removed, rights.uses(bound, Rights.group(member)));
      if (uses.isEmpty()) {
        return;
      }
      Collection<Right> given = Rights.within(judgement, bound.rights(Right.ALWAYS), member);
      if (removed) {
        judgement.requireLifted(bound.rights(Right.ALWAYS), member.member());
        requireChain(Right.ALWAYS);
      } else {
        judgement.requireGiven(given, Gain.OTHERS);
        if (isDirect(uses)) {
          judgement.requireGiven(given, member.member());
        }
        requireChain(Rights.until(member.validUntil()));
      }
    }

    private void requireCredential(Client client) {
      SubjectRef account = client.subject();
      boolean own =
          account.equals(judgement.caller().subject())
              && judgement.caller().coversAll(client.scopes());
      if (!own && rights.mayHold(bound, account)) {
        judgement.requireHeld(bound.rights(Right.ALWAYS), CREDENTIAL);
      }
    }

    private void requireSubject(Effect effect, SubjectRef subject) {
      boolean active = PowerEffects.isReactivated(effect);
      if (!only(!active, rights.uses(bound, subject)).isEmpty()) {
        requireChain(Right.ALWAYS);
      }
      if (active && judgement.gain(subject) != Gain.OTHERS && rights.mayHold(bound, subject)) {
        judgement.requireReturned(bound.rights(Right.ALWAYS), subject);
      }
    }

    /** Requires the permission if the caller's accounts may have it at the end of a chain. */
    private void requireChain(long until) {
      if (rights.mayEnd(bound)) {
        judgement.requireHeld(bound.rights(until), CHAIN);
      }
    }

    private static Set<Use> only(boolean takes, Set<Use> uses) {
      uses.removeIf(use -> use.takes() != takes);
      return uses;
    }

    private static boolean isDirect(Set<Use> uses) {
      return uses.stream().anyMatch(Use::direct);
    }
  }
}
