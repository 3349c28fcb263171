package io.iamplane.escalation;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.AttributeChange;
import io.iamplane.decision.engine.CatalogPermission;
import io.iamplane.decision.engine.ClauseTerms.Scope;
import io.iamplane.decision.engine.Powers;
import io.iamplane.decision.engine.Reach;
import io.iamplane.decision.engine.ReadRelation;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Set;
import java.util.TreeSet;

/**
 * A user, a group or a service account may be the resource of a right, with a condition that reads
 * its attributes. A caller that changes them must not widen a right of the caller's accounts, nor
 * lift a denial. Gains and losses of others are left to directory management.
 */
@Singleton
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
    AttributeChange change = judgement.changed(effect);
    Set<String> rights =
        judgement.powers().permissions(right -> isAbout(right, thing, judgement.powers()));
    if (judgement.hand().isLarge()) {
      judgement.requireHeld(Reach.always(rights), WIDER);
      return;
    }
    boolean below = judgement.reader().isBelowAnother(thing);
    Scope about = new Scope(thing.type(), thing.id());
    judgement.requireHeld(
        judgement.handed().gained(change).only(rights::contains).about(about, below), WIDER);
    judgement.requireHeld(
        judgement
            .reader()
            .freed(judgement.hand().accounts(), change)
            .only(rights::contains)
            .about(about, below),
        WIDER);
    checkRelations(thing, change, judgement);
  }

  /** Checks the conditions of relations from the entry to the caller's accounts. */
  private void checkRelations(SubjectRef thing, AttributeChange change, Judgement judgement) {
    Set<String> bound = new TreeSet<>(RelationRights.bound(judgement));
    bound.removeIf(right -> !isOf(right, thing, judgement.powers()));
    if (!bound.isEmpty()) {
      RelationRights rights =
          new RelationRights(judgement, catalog.applications(judgement.organization()));
      Set<String> relations = rights.relations();
      relations.add("member");
      judgement
          .reader()
          .readOnTheWay(thing, relations, change, judgement.hand().holders())
          .ifPresent(found -> bound.retainAll(restingOn(rights, found)));
      judgement.requireHeld(Reach.always(bound).within(new Scope(thing.type(), thing.id())), WIDER);
    }
  }

  private static Set<String> restingOn(RelationRights rights, Set<ReadRelation> read) {
    Set<String> keys = new TreeSet<>();
    read.forEach(each -> keys.addAll(rights.restingOn(each)));
    return keys;
  }

  private static boolean isOf(String right, SubjectRef thing, Powers powers) {
    CatalogPermission permission = powers.permission(right);
    return permission != null && thing.type().equals(permission.fact().resourceType());
  }

  /** Returns true if a right may be about the entry; one without a type is about any resource. */
  static boolean isAbout(String right, SubjectRef thing, Powers powers) {
    CatalogPermission permission = powers.permission(right);
    String type = permission == null ? null : permission.fact().resourceType();
    return type == null || type.equals(thing.type());
  }
}
