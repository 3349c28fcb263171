package io.iamplane.migrate.own;

import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.TypeDefinition;
import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerTest;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.proof.ProofFacts;
import io.iamplane.migrate.proof.ProofPolicy;
import io.iamplane.migrate.target.TargetRelation;
import io.iamplane.shared.SubjectRef;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A manifest's model with relations and tests.
 *
 * @param tuples stored for all tests; the condition of one is the name of a condition of the model,
 *     or else its own text
 */
public record OwnTests(
    Map<String, Object> types,
    Map<String, Object> attributes,
    Map<String, Object> conditions,
    List<PeerTuple> tuples,
    List<PeerTest> tests)
    implements ProofPolicy {

  public OwnTests {
    tuples = List.copyOf(tuples);
    tests = List.copyOf(tests);
  }

  @Override
  public ProofFacts facts() {
    return new ProofFacts(types, attributes, conditions);
  }

  @Override
  public List<TargetRelation> relations(PeerTuple tuple) {
    String condition = tuple.condition();
    TargetRelation.Named named =
        condition != null && conditions.containsKey(condition)
            ? new TargetRelation.Named(condition, tuple.context())
            : null;
    return List.of(
        new TargetRelation(
            object(tuple.object()),
            tuple.relation(),
            object(tuple.subject()),
            tuple.subjectRelation(),
            named == null ? condition : null,
            named,
            tuple.expires()));
  }

  @Override
  public SubjectRef object(PeerObject object) {
    return new SubjectRef(object.type(), object.id());
  }

  @Override
  public String name(String type, String name) {
    return name;
  }

  @Override
  public boolean declares(String type, String name) {
    RelationModel model = Objects.requireNonNull(RelationModel.parse(types, conditions).model());
    TypeDefinition declared = model.type(type);
    return declared != null && declared.declares(name);
  }
}
