package io.iamplane.migrate.proof;

import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.condition.Condition;
import io.iamplane.language.condition.ConditionSyntaxException;
import io.iamplane.language.condition.Conditions;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.target.TargetRelation;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A model with relations as facts: a tenant's policy as it would be after the import. */
public final class ProofFacts {

  /** The application with the model. */
  static final String APPLICATION = "proof";

  private final List<Fact> facts = new ArrayList<>();
  private final Set<SubjectRef> named = new LinkedHashSet<>();
  private final AttributeSchema schema;
  private int next;

  /**
   * Begins with the members of a manifest.
   *
   * @throws IllegalArgumentException when it is no checked model
   */
  public ProofFacts(
      Map<String, Object> types, Map<String, Object> attributes, Map<String, Object> conditions) {
    RelationModel.Parsed parsed = RelationModel.parse(types, conditions);
    RelationModel model = parsed.model();
    if (model == null) {
      throw new IllegalArgumentException(parsed.faults().toString());
    }
    schema = AttributeSchema.parse(attributes, (_, _) -> {});
    facts.add(new ApplicationFact(APPLICATION, true));
    facts.add(new ModelFact(APPLICATION, model));
  }

  /** Has an object known, as an import makes the accounts and groups that it names. */
  public void object(SubjectRef ref) {
    if (!ref.id().equals(PeerTuple.EVERYONE) && named.add(ref)) {
      facts.add(new SubjectFact(ref, null, true, Map.of()));
    }
  }

  public void relation(TargetRelation relation) {
    object(relation.object());
    object(relation.subject());
    String id = "r" + next++;
    TargetRelation.Named named = relation.named();
    Condition condition =
        named == null
            ? condition(relation.condition(), relation.isMembership())
            : new ConditionUse(named.name(), named.values());
    if (relation.isMembership() && relation.validUntil() == null) {
      facts.add(RelationFact.membership(id, relation.object().id(), relation.subject(), condition));
      return;
    }
    facts.add(
        new RelationFact(
            id,
            new RelationFact.Subject(relation.subject(), relation.subjectRelation()),
            relation.relation(),
            relation.object(),
            condition,
            null,
            relation.validUntil()));
  }

  private @Nullable Condition condition(@Nullable String text, boolean membership) {
    try {
      return text == null
          ? null
          : Conditions.compile(text, membership ? AttributeSchema.EMPTY : schema);
    } catch (ConditionSyntaxException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  public List<Fact> facts() {
    return facts;
  }

  /** The objects of a type that are named anywhere. */
  public List<SubjectRef> objects(String type) {
    return named.stream().filter(ref -> ref.type().equals(type)).toList();
  }
}
