package io.iamplane.escalation;

import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.AttributeChange;
import io.iamplane.decision.engine.CatalogPermission;
import io.iamplane.decision.engine.Right;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.user.User;
import io.iamplane.escalation.Hand.Gain;
import io.iamplane.escalation.RelationRights.Bound;
import io.iamplane.grant.relation.Relation;
import io.iamplane.shared.SubjectRef;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Attributes, external ids and {@code parent}: what conditions and limits of rights read. A
 * condition of a grant or a membership counts if the stored values may turn it; one of a relation
 * if it reads an attribute of that name, because no relation is looked at.
 *
 * <p>The attributes of a user or an account bear on its own rights. Those of any entry bear on the
 * rights of others about it, which matter for the accounts of the caller's hand. The relation
 * {@code parent} puts a resource below another one, and so within rights and denials limited to
 * that one.
 */
final class AttributePower {

  private static final String WIDER = "to change data on which one of your rights depends";
  private static final String FURTHER =
      "to move this below a resource to which one of your rights is limited";
  private static final String FREED =
      "to move this away from a resource to which a denial for you is limited";
  private static final String PARENT = "parent";

  private final Judgement judgement;
  private final RelationRights relations;
  private @Nullable List<Right> any;
  private @Nullable List<Right> handed;
  private @Nullable List<Right> denied;

  AttributePower(Judgement judgement, RelationRights relations) {
    this.judgement = judgement;
    this.relations = relations;
  }

  void check(Recording recording) {
    for (Effect effect : recording.effects()) {
      if (isParent(effect.after()) && effect.after() instanceof Relation relation) {
        judgement.requireHeld(further(relation.object()), FURTHER);
      }
      if (isParent(effect.before())) {
        judgement.requireHeld(freed(Right.ANY), FREED);
      }
      if (effect.after() instanceof User || effect.after() instanceof ServiceAccount) {
        checkSubject(effect);
      }
      if (PowerEffects.changesStored(effect)) {
        checkThing(effect);
      }
    }
  }

  private static boolean isParent(@Nullable Object image) {
    return image instanceof Relation relation
        && relation.relation().equals(PARENT)
        && relation.subjectRelation() == null;
  }

  private void checkSubject(Effect effect) {
    SubjectRef subject = PowerEffects.subject(effect.after()).orElseThrow();
    Set<SubjectRef> one = Set.of(subject);
    AttributeChange change =
        AttributeChange.ofSubject(
            PowerEffects.attributes(effect.before()), PowerEffects.attributes(effect.after()));
    if (change.fields().isEmpty()) {
      return;
    }
    judgement.requireReturned(judgement.reader().gained(one, change), subject);
    judgement.requireLifted(judgement.reader().freed(one, change), subject);
    if (!judgement.snapshot().isReadByRelations(change) || judgement.gain(subject) == Gain.OTHERS) {
      return;
    }
    if (judgement.snapshot().isReadByRelation(PARENT, change)) {
      judgement.requireHeld(limited(judgement.reader().of(one)), FURTHER);
      judgement.requireHeld(limited(judgement.reader().denied(one)), FREED);
    }
    for (Bound bound : relations.bounds()) {
      boolean tied = bound.uses().isOfItself() || !relations.uses(bound, subject).isEmpty();
      if (tied && bound.isReadBy(judgement, change)) {
        judgement.requireHeld(bound.rights(Right.ALWAYS), WIDER);
      }
    }
  }

  private void checkThing(Effect effect) {
    SubjectRef thing = PowerEffects.subject(effect.after()).orElseThrow();
    Map<String, Object> before =
        PowerEffects.isErased(effect)
            ? judgement.reader().attributes(thing)
            : PowerEffects.stored(effect.before());
    AttributeChange change =
        AttributeChange.ofResource(before, PowerEffects.stored(effect.after()));
    if (change.fields().isEmpty()) {
      return;
    }
    judgement.requireHeld(about(turned(thing, change), thing), WIDER);
    if (!judgement.snapshot().isReadByRelations(change)) {
      return;
    }
    if (judgement.snapshot().isReadByRelation(PARENT, change)) {
      judgement.requireHeld(about(further(thing), thing), FURTHER);
      judgement.requireHeld(about(freed(thing), thing), FREED);
    }
    for (Bound bound : relations.bounds()) {
      if (bound.type().equals(thing.type())
          && bound.isReadBy(judgement, change)
          && (bound.uses().isOfItself() || relations.mayEnd(bound))) {
        judgement.requireHeld(
            bound.rights(Right.ALWAYS).stream().map(right -> right.on(thing)).toList(), WIDER);
      }
    }
  }

  /** Returns the rights that the caller's accounts may gain, by denials lifted as well. */
  private Collection<Right> turned(SubjectRef thing, AttributeChange change) {
    if (judgement.hand().isLarge()) {
      return on(any(), thing);
    }
    Set<SubjectRef> accounts = judgement.hand().accounts();
    Set<Right> turned = new HashSet<>(judgement.reader().gained(accounts, change));
    turned.addAll(judgement.reader().freed(accounts, change));
    return turned;
  }

  /** Returns the rights that may be about an entry, on that entry. */
  private List<Right> about(Collection<Right> rights, SubjectRef thing) {
    return rights.stream()
        .filter(right -> isAbout(right, thing) && reaches(right.resource(), thing))
        .map(right -> right.on(thing))
        .toList();
  }

  private boolean reaches(SubjectRef resource, SubjectRef thing) {
    return resource.equals(Right.ANY)
        || resource.equals(thing)
        || resource.equals(new SubjectRef(thing.type(), "*"))
        || judgement.mayBeAbove(resource.type());
  }

  /** Returns true if a right may be about the entry; one without a type is about any resource. */
  private boolean isAbout(Right right, SubjectRef thing) {
    CatalogPermission permission = judgement.powers().permission(right.key());
    String type = permission == null ? null : permission.fact().resourceType();
    return type == null || type.equals(thing.type());
  }

  /** Returns each right that is on some resources only once, with its last end. */
  private static List<Right> limited(Collection<Right> rights) {
    Map<String, Right> limited = new TreeMap<>();
    for (Right right : rights) {
      if (right.isLimited()) {
        limited.merge(
            right.key(),
            right.on(Right.ANY),
            (one, other) -> one.until() >= other.until() ? one : other);
      }
    }
    return List.copyOf(limited.values());
  }

  /** Returns such rights of the caller's accounts, moved; of a large hand, all that there are. */
  private List<Right> further(SubjectRef to) {
    if (handed == null) {
      handed = judgement.hand().isLarge() ? any() : limited(judgement.handed());
    }
    return on(handed, to);
  }

  /** Returns such denials for the caller's accounts. */
  private List<Right> freed(SubjectRef to) {
    if (denied == null) {
      Hand hand = judgement.hand();
      denied = hand.isLarge() ? any() : limited(judgement.reader().denied(hand.accounts()));
    }
    return on(denied, to);
  }

  private List<Right> any() {
    if (any == null) {
      any = Rights.always(judgement.powers().permissions(_ -> true));
    }
    return any;
  }

  private static List<Right> on(List<Right> rights, SubjectRef to) {
    return rights.stream().map(right -> right.on(to)).toList();
  }
}
