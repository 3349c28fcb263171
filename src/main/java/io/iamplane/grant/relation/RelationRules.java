package io.iamplane.grant.relation;

import io.iamplane.directory.ConditionText;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.grant.relation.NamedConditionRules.Shape;
import io.iamplane.grant.relation.RelationFactsQuery.RelationFacts;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Validation of a relation before it is written. */
final class RelationRules {

  private static final String EVERYONE = "*";

  private final List<RelationModel> models;
  private final RelationSchemas schemas;
  private final Map<SubjectRef, SubjectRef> known;

  /** Makes the rules of one batch, with the facts about its entries. */
  RelationRules(RelationFacts facts) {
    this.models = facts.models();
    this.schemas = new RelationSchemas(facts.applications());
    this.known = facts.known();
  }

  /** Everything wrong with one entry, by place; empty when nothing is. */
  Map<String, List<String>> faults(String place, NewRelation relation) {
    Map<String, List<String>> faults = new HashMap<>();
    Shape shape = Shape.of(relation.key(), relation.namedCondition());
    reference(place + "subject", relation.subject(), faults);
    reference(place + "object", relation.object(), faults);
    if (relation.object().id().equals(EVERYONE)) {
      faults.put(place + "object", List.of("must not have the id '*'"));
    }
    if (relation.subject().id().equals(EVERYONE) && relation.subjectRelation() != null) {
      faults.put(place + "subject", List.of("must not combine the id '*' with a relation"));
    }
    if (relation.relation().equals("member") && relation.object().type().equals(SubjectRef.GROUP)) {
      faults.put(
          place + "relation",
          List.of("must not be 'member' for a group; the directory manages group members"));
    } else if (faults.isEmpty() && models.stream().noneMatch(shape::isListedBy)) {
      faults.put(place + "relation", List.of(undeclared(relation, shape)));
    }
    named(place, relation, shape, faults);
    condition(place + "condition", relation, faults);
    time(place + "valid_from", relation.validFrom(), faults);
    time(place + "valid_until", relation.validUntil(), faults);
    Instant from = DirectoryRules.micros(relation.validFrom());
    Instant until = DirectoryRules.micros(relation.validUntil());
    if (from != null && until != null && !from.isBefore(until)) {
      faults.put(place + "valid_until", List.of("must be later than 'valid_from'"));
    }
    return faults;
  }

  private static void time(String place, @Nullable Instant time, Map<String, List<String>> faults) {
    String fault = DirectoryRules.faultOf(time);
    if (fault != null) {
      faults.put(place, List.of(fault));
    }
  }

  private void reference(String place, SubjectRef ref, Map<String, List<String>> faults) {
    String fault = DirectoryRules.faultOf(ref);
    if (fault != null) {
      faults.put(place, List.of(fault));
    } else if (!known.containsKey(ref)) {
      faults.put(
          place, List.of("there is no " + ref.type() + " with the id or external_id " + ref.id()));
    }
  }

  private String undeclared(NewRelation relation, Shape shape) {
    String words = "relation " + relation.relation() + " on " + relation.object().type();
    String otherwise = NamedConditionRules.otherwise(words, shape, models);
    return otherwise != null
        ? otherwise
        : "no application's model declares %s for %s".formatted(words, shape.subject().canonical());
  }

  private void named(
      String place, NewRelation relation, Shape shape, Map<String, List<String>> faults) {
    RelationCondition named = relation.namedCondition();
    if (named != null) {
      if (relation.condition() != null) {
        faults.put(place + "named_condition", List.of("must not be combined with 'condition'"));
      }
      faults.putAll(NamedConditionRules.faults(place, shape, named, models));
    }
  }

  private void condition(String place, NewRelation relation, Map<String, List<String>> faults) {
    if (relation.condition() == null) {
      return;
    }
    try {
      ConditionText.require(
          place, relation.condition(), schemas.of(relation.object().type(), relation.relation()));
    } catch (IamException e) {
      faults.putAll(e.errors());
    }
  }
}
