package io.iamplane.guard;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.client.Client;
import io.iamplane.decision.engine.ClauseTerms;
import io.iamplane.decision.engine.Reach;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.user.User;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.guard.Hand.Gain;
import io.iamplane.language.relation.RelationSource.Sign;
import io.iamplane.shared.SubjectRef;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
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
        || (effect.after() != null
            && !PowerEffects.attributes(effect.before())
                .equals(PowerEffects.attributes(effect.after())));
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
    if (!account.equals(judgement.caller().subject())
        || !judgement.caller().coversAll(client.scopes())) {
      judgement.requireHeld(held(judgement, rights, account, Sign.GIVES), CREDENTIAL);
    }
  }

  private void requireSubject(
      Effect effect, SubjectRef subject, Judgement judgement, RelationRights rights) {
    if (judgement.gain(subject) == Gain.OTHERS) {
      return;
    }
    // Any link of a chain of relations may rest on an attribute, not the subject's own alone.
    judgement.requireReturned(held(judgement, rights, subject, Sign.GIVES), subject);
    if (!PowerEffects.attributes(effect.before()).equals(PowerEffects.attributes(effect.after()))) {
      judgement.requireLifted(held(judgement, rights, subject, Sign.TAKES), subject);
    }
  }

  /** What the relations of a subject give it, those of its groups and of everyone too. */
  private Reach held(Judgement judgement, RelationRights rights, SubjectRef subject, Sign sign) {
    if (rights.all(sign).isEmpty()) {
      return new Reach();
    }
    Map<SubjectRef, List<ClauseTerms>> holders = judgement.reader().holders(subject);
    List<Relation> found =
        relations.of(judgement.organization(), holders.keySet(), MOST_RELATIONS + 1);
    if (found.size() > MOST_RELATIONS) {
      return rights.all(sign);
    }
    Reach reach = new Reach();
    Predicate<String> lacking = lacking(judgement, rights);
    for (Relation relation : found) {
      Reach given = rights.of(relation, sign);
      Reach more = isEveryones(relation, judgement) ? given.only(lacking) : given;
      holders
          .getOrDefault(relation.subject(), List.of(ClauseTerms.ALWAYS))
          .forEach(terms -> reach.addAll(more.under(terms, judgement.now())));
    }
    holders.forEach((holder, all) -> {
      if (holder.type().equals(SubjectRef.GROUP)) {
        all.forEach(terms -> reach.addAll(rights.ofMembers(sign).under(terms, judgement.now())));
      }
    });
    return reach;
  }

  /** Whether a relation is of everyone of the caller's type, always. */
  private static boolean isEveryones(Relation relation, Judgement judgement) {
    return relation.subject().equals(new SubjectRef(judgement.caller().subject().type(), "*"))
        && relation.condition() == null
        && relation.validFrom() == null
        && relation.validUntil() == null;
  }

  /** What the caller may lack though everyone has it: a denial, or what the model excludes. */
  private static Predicate<String> lacking(Judgement judgement, RelationRights rights) {
    Set<String> denied = judgement.reader().denied(judgement.caller().subject());
    return right -> denied.contains(right) || rights.isTaken(right);
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
    return judgement.hand().isLarge()
            || relations.hasAny(judgement.organization(), judgement.hand().holders())
        ? Gain.PUPPET
        : Gain.OTHERS;
  }

  private static Object either(Effect effect) {
    @Nullable Object after = effect.after();
    return after == null ? Objects.requireNonNull(effect.before()) : after;
  }
}
