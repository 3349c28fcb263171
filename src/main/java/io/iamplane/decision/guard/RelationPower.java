package io.iamplane.decision.guard;

import io.iamplane.catalog.Application;
import io.iamplane.catalog.CatalogReader;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.decision.engine.catalog.CatalogPermission;
import io.iamplane.decision.guard.Judgement.Gain;
import io.iamplane.decision.reach.Reach;
import io.iamplane.decision.reach.Terms;
import io.iamplane.grant.relation.Relation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.TypeDefinition;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Relations give rights where a model's names allow privileged permissions. Which of a model's
 * relations lead to such a name is not worked out: all of them count. So do deletions, because a
 * model may exclude who has a relation.
 *
 * <p>A relation of one user or account gives to that one. A relation between things, or of
 * everyone, gives to whoever is at the end of a chain of relations: the caller gains when the same
 * hand has a relation of its own.
 */
@ApplicationScoped
class RelationPower {

  private static final String RELATION = "A relation would give it.";

  private final CatalogReader catalog;
  private final RelationService relations;

  RelationPower(CatalogReader catalog, RelationService relations) {
    this.catalog = catalog;
    this.relations = relations;
  }

  void check(Recording recording, Judgement judgement) {
    List<Effect> effects =
        recording.effects().stream().filter(effect -> relation(effect) != null).toList();
    if (effects.isEmpty()) {
      return;
    }
    List<Application> applications = catalog.applications(recording.organization());
    Map<SubjectRef, Gain> gains = new HashMap<>();
    for (Effect effect : effects) {
      Relation relation = Objects.requireNonNull(relation(effect));
      Set<String> rights = rights(judgement, applications, relation);
      if (!rights.isEmpty()) {
        Gain gain =
            gains.computeIfAbsent(
                relation.subject(), subject -> gain(recording.organization(), judgement, relation));
        require(judgement, rights, relation, gain);
      }
    }
  }

  private static void require(
      Judgement judgement, Set<String> rights, Relation relation, Gain gain) {
    Terms terms = Rights.terms(relation);
    Reach given = Reach.always(rights).under(terms, judgement.now());
    switch (gain) {
      case OWN -> judgement.requireGiven(given, Gain.OWN);
      case PUPPET -> judgement.requireHeld(given, RELATION);
      case OTHERS -> {
        // Who keeps relations says how others stand to things.
      }
    }
  }

  /** The privileged permissions that the models which declare a relation allow by their names. */
  private static Set<String> rights(
      Judgement judgement, List<Application> applications, Relation relation) {
    Set<String> rights = new LinkedHashSet<>();
    for (Application application : applications) {
      RelationModel model = application.model();
      TypeDefinition type = model == null ? null : model.type(relation.object().type());
      if (type != null && type.declares(relation.relation())) {
        rights.addAll(
            judgement.powers().permissions(key -> isBound(judgement, application.key(), key)));
      }
    }
    return rights;
  }

  private static boolean isBound(Judgement judgement, String application, String key) {
    CatalogPermission permission = judgement.powers().permission(key);
    return permission != null
        && permission.fact().application().equals(application)
        && permission.fact().relation() != null;
  }

  private Gain gain(OrganizationId organization, Judgement judgement, Relation relation) {
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
            || relations.hasAny(organization, judgement.hand())
        ? Gain.PUPPET
        : Gain.OTHERS;
  }

  private static @Nullable Relation relation(Effect effect) {
    if (effect.after() instanceof Relation after) {
      return after;
    }
    return effect.before() instanceof Relation before ? before : null;
  }
}
