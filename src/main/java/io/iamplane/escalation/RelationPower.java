package io.iamplane.escalation;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.ClauseTerms;
import io.iamplane.decision.engine.Reach;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.client.Client;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.user.User;
import io.iamplane.escalation.Hand.Gain;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.language.relation.RelationSource.Sign;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Relations give rights if a model's names allow privileged permissions: when relations are
 * created, when excluding ones are deleted, and to subjects that join their holders by a
 * credential, a membership, attributes or reactivation.
 *
 * <p>A relation of a user, a service account, everyone of a type or a group's members gives rights
 * to these. A relation in the middle of a chain gives them to the subjects at the chain's end, even
 * if its own subject is a person: the caller gains if one of the caller's accounts has a relation
 * that ends such a chain. The relation's object does not matter here: a holder of a permission by a
 * grant may bring it to others by any object.
 */
@Singleton
class RelationPower {

  private static final String RELATION = "A relation would give it.";
  private static final String CHAIN =
      "You or an account of yours would have it through a relation.";
  private static final String CREDENTIAL =
      "You must hold it to grant a privilege that includes it.";

  private static final SubjectRef NO_ACCOUNT = new SubjectRef("", "");

  private final CatalogReader catalog;
  private final RelationService relations;

  RelationPower(CatalogReader catalog, RelationService relations) {
    this.catalog = catalog;
    this.relations = relations;
  }

  void check(Recording recording, Judgement judgement) {
    List<Effect> effects = recording.effects().stream().filter(RelationPower::mayConcern).toList();
    if (effects.isEmpty() || RelationRights.bound(judgement).isEmpty()) {
      return;
    }
    RelationRights rights =
        new RelationRights(judgement, catalog.applications(judgement.organization()));
    RelationHolders holders = new RelationHolders(relations, judgement, rights);
    judgement.hand().learn(effects.stream().map(RelationPower::related).toList());
    effects.forEach(effect -> new Check(judgement, rights, holders).check(effect));
  }

  private static boolean mayConcern(Effect effect) {
    return either(effect) instanceof Relation
        || either(effect) instanceof GroupMember
        || PowerEffects.isCredential(effect)
        || PowerEffects.isReactivated(effect)
        || PowerEffects.isDeactivated(effect)
        || PowerEffects.isRevoked(effect)
        || (effect.after() != null
            && !PowerEffects.attributes(effect.before())
                .equals(PowerEffects.attributes(effect.after())));
  }

  private static SubjectRef related(Effect effect) {
    return either(effect) instanceof Relation relation ? relation.subject() : NO_ACCOUNT;
  }

  private record Check(Judgement judgement, RelationRights rights, RelationHolders holders) {

    void check(Effect effect) {
      switch (either(effect)) {
        case Relation _ -> requireRelation(effect);
        case GroupMember member -> requireMember(effect, member);
        case Group group -> {
          judgement.requireLifted(holders.held(group.subject(), Sign.TAKES), group.subject());
          judgement.requireHeld(holders.through(group.subject(), Sign.TAKES), CHAIN);
        }
        case Client client -> requireCredential(client);
        case User user -> requireSubject(effect, user.subject());
        case ServiceAccount account -> requireSubject(effect, account.subject());
        default -> throw new IllegalStateException("no such effect concerns relations: " + effect);
      }
    }

    private void requireRelation(Effect effect) {
      if (effect.after() instanceof Relation after) {
        require(after, Sign.GIVES);
      }
      if (effect.before() instanceof Relation before) {
        require(before, Sign.TAKES);
      }
    }

    private void require(Relation relation, Sign sign) {
      Reach given = rights.direct(relation, sign);
      // A group by itself is no member of itself.
      boolean ofGroup =
          relation.subject().type().equals(SubjectRef.GROUP) && relation.subjectRelation() == null;
      if (!given.isEmpty() && !ofGroup) {
        switch (judgement.gain(relation.subject())) {
          case OWN -> judgement.requireGiven(given, Gain.OWN);
          case PUPPET -> judgement.requireHeld(given, RELATION);
          case OTHERS -> {
            // Who keeps relations says how others stand to things.
          }
        }
      }
      judgement.requireHeld(holders.through(relation, sign), CHAIN);
    }

    private void requireMember(Effect effect, GroupMember member) {
      SubjectRef group = new SubjectRef(SubjectRef.GROUP, member.groupId().toString());
      if (effect.after() == null) {
        judgement.requireLifted(holders.held(group, Sign.TAKES), member.member());
        judgement.requireHeld(holders.throughMembers(group, Sign.TAKES), CHAIN);
        judgement.requireGiven(holders.throughMembersForAll(group, Sign.TAKES), Gain.OTHERS);
      } else {
        ClauseTerms terms = Rights.terms(member);
        judgement.requireGiven(
            holders.held(group, Sign.GIVES).under(terms, judgement.now()), member.member());
        judgement.requireHeld(
            holders.throughMembers(group, Sign.GIVES).under(terms, judgement.now()), CHAIN);
        judgement.requireGiven(
            holders.throughMembersForAll(group, Sign.GIVES).under(terms, judgement.now()),
            Gain.OTHERS);
      }
    }

    private void requireCredential(Client client) {
      SubjectRef account = client.subject();
      if (!account.equals(judgement.caller().subject())
          || !judgement.caller().coversAll(client.scopes())) {
        judgement.requireHeld(holders.held(account, Sign.GIVES), CREDENTIAL);
      }
    }

    private void requireSubject(Effect effect, SubjectRef subject) {
      if (PowerEffects.isReactivated(effect)) {
        judgement.requireHeld(holders.through(subject, Sign.GIVES), CHAIN);
      }
      if (PowerEffects.isDeactivated(effect)) {
        judgement.requireHeld(holders.through(subject, Sign.TAKES), CHAIN);
      }
      if (effect.after() != null && judgement.gain(subject) != Gain.OTHERS) {
        requireOwn(effect, subject);
      }
    }

    private void requireOwn(Effect effect, SubjectRef subject) {
      boolean changed =
          !PowerEffects.attributes(effect.before()).equals(PowerEffects.attributes(effect.after()));
      // Any link of a chain of relations may rest on an attribute, not the subject's own alone.
      if (changed || PowerEffects.isReactivated(effect)) {
        judgement.requireReturned(holders.held(subject, Sign.GIVES), subject);
      }
      if (changed) {
        judgement.requireLifted(holders.held(subject, Sign.TAKES), subject);
      }
    }
  }

  private static Object either(Effect effect) {
    @Nullable Object after = effect.after();
    return after == null ? Objects.requireNonNull(effect.before()) : after;
  }
}
