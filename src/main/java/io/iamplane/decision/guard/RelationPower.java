package io.iamplane.decision.guard;

import io.iamplane.catalog.CatalogReader;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.client.Client;
import io.iamplane.decision.guard.Judgement.Gain;
import io.iamplane.decision.reach.Reach;
import io.iamplane.decision.reach.Terms;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.user.User;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.language.relation.RelationSource.Sign;
import io.iamplane.shared.SubjectRef;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Relations give rights where a model's names allow privileged permissions: when they come, where
 * they were excluded and go, and to who becomes one of those who have them, by a credential, by a
 * membership, by attributes or by being active again.
 *
 * <p>A relation of one user or account gives to that one. A relation between things, or of
 * everyone, gives to whoever is at the end of a chain of relations: the caller gains when the same
 * hand has a relation of its own. Of what object a relation is does not matter here: who holds a
 * permission by a grant may bring it to others by any object.
 */
@ApplicationScoped
class RelationPower {

  /** Of more relations of one subject, all are taken for what the models know. */
  private static final int MOST_RELATIONS = 1_000;

  private static final String RELATION = "A relation would give it.";
  private static final String CREDENTIAL = "Only who holds it can hand on what contains it.";

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
    effects.forEach(effect -> check(effect, judgement, rights));
  }

  private static boolean mayConcern(Effect effect) {
    return either(effect) instanceof Relation
        || either(effect) instanceof GroupMember
        || PowerEffects.isCredential(effect)
        || PowerEffects.isReactivated(effect)
        || PowerEffects.isRevoked(effect)
        || !PowerEffects.attributes(effect.before())
            .equals(PowerEffects.attributes(effect.after()));
  }

  private void check(Effect effect, Judgement judgement, RelationRights rights) {
    switch (either(effect)) {
      case Relation _ -> requireRelation(effect, judgement, rights);
      case GroupMember member -> requireMember(effect, member, judgement, rights);
      case Group group ->
          judgement.requireLifted(
              held(judgement, rights, group.subject(), Sign.TAKES), group.subject());
      case Client client -> requireCredential(client, judgement, rights);
      case User user -> requireSubject(effect, user.subject(), judgement, rights);
      case ServiceAccount account -> requireSubject(effect, account.subject(), judgement, rights);
      default -> throw new IllegalStateException("no such effect concerns relations: " + effect);
    }
  }

  private void requireRelation(Effect effect, Judgement judgement, RelationRights rights) {
    if (effect.after() instanceof Relation after) {
      require(judgement, rights.of(after, Sign.GIVES), after);
    }
    if (effect.before() instanceof Relation before) {
      require(judgement, rights.of(before, Sign.TAKES), before);
    }
  }

  private void require(Judgement judgement, Reach given, Relation relation) {
    if (given.isEmpty()) {
      return;
    }
    switch (gain(judgement, relation)) {
      case OWN -> judgement.requireGiven(given, Gain.OWN);
      case PUPPET -> judgement.requireHeld(given, RELATION);
      case OTHERS -> {
        // Who keeps relations says how others stand to things.
      }
    }
  }

  private void requireMember(
      Effect effect, GroupMember member, Judgement judgement, RelationRights rights) {
    SubjectRef group = new SubjectRef(SubjectRef.GROUP, member.groupId().toString());
    if (effect.after() == null) {
      judgement.requireLifted(held(judgement, rights, group, Sign.TAKES), member.member());
    } else {
      judgement.requireGiven(
          held(judgement, rights, group, Sign.GIVES).under(Rights.terms(member), judgement.now()),
          member.member());
    }
  }

  private void requireCredential(Client client, Judgement judgement, RelationRights rights) {
    SubjectRef account = client.subject();
    if (!account.equals(judgement.caller().subject())) {
      judgement.requireHeld(held(judgement, rights, account, Sign.GIVES), CREDENTIAL);
    }
  }

  private void requireSubject(
      Effect effect, SubjectRef subject, Judgement judgement, RelationRights rights) {
    if (judgement.gain(subject) == Gain.OTHERS) {
      return;
    }
    Reach given = held(judgement, rights, subject, Sign.GIVES);
    if (PowerEffects.isReactivated(effect)) {
      judgement.requireReturned(given, subject);
    }
    Map<String, Object> before = PowerEffects.attributes(effect.before());
    Map<String, Object> after = PowerEffects.attributes(effect.after());
    if (!before.equals(after)) {
      judgement.requireReturned(given.gained(before, after), subject);
      judgement.requireLifted(
          held(judgement, rights, subject, Sign.TAKES).lost(before, after), subject);
    }
  }

  /** What the relations of a subject give it, those of its groups and of everyone too. */
  private Reach held(Judgement judgement, RelationRights rights, SubjectRef subject, Sign sign) {
    if (rights.all(sign).isEmpty()) {
      return new Reach();
    }
    // What everyone of the caller's type has, the caller has.
    SubjectRef everyone = new SubjectRef(judgement.caller().subject().type(), "*");
    Map<SubjectRef, List<Terms>> holders = judgement.reader().holders(subject);
    holders.remove(everyone);
    List<Relation> found =
        relations.of(judgement.organization(), holders.keySet(), MOST_RELATIONS + 1);
    if (found.size() > MOST_RELATIONS) {
      return rights.all(sign);
    }
    Reach reach = new Reach();
    for (Relation relation : found) {
      for (Terms terms : holders.getOrDefault(relation.subject(), List.of(Terms.ALWAYS))) {
        reach.addAll(rights.of(relation, sign).under(terms, judgement.now()));
      }
    }
    return reach;
  }

  private Gain gain(Judgement judgement, Relation relation) {
    SubjectRef subject = relation.subject();
    boolean one =
        relation.subjectRelation() == null
            && !subject.id().equals("*")
            && (subject.type().equals(SubjectRef.USER)
                || subject.type().equals(SubjectRef.SERVICE_ACCOUNT));
    if (one || judgement.gain(subject) != Gain.OTHERS) {
      return judgement.gain(subject);
    }
    return judgement.controlled().size() > Judgement.MOST_ACCOUNTS
            || relations.hasAny(judgement.organization(), judgement.hand())
        ? Gain.PUPPET
        : Gain.OTHERS;
  }

  private static Object either(Effect effect) {
    @Nullable Object after = effect.after();
    return after == null ? Objects.requireNonNull(effect.before()) : after;
  }
}
