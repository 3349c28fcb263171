package io.iamplane.migrate.proof;

import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.PeerType;
import io.iamplane.migrate.target.ImportReport;
import io.iamplane.migrate.target.TargetModel;
import io.iamplane.migrate.target.TargetRelation;
import io.iamplane.migrate.target.TupleWriter;
import io.iamplane.shared.SubjectRef;
import java.util.List;
import java.util.Map;

/** A model that was brought over; assertions use the names that it had. */
public record ImportedPolicy(TargetModel model, TupleWriter tuples) implements ProofPolicy {

  /** Takes a model; the report receives the relations that are left out. */
  public ImportedPolicy(TargetModel model, ImportReport report) {
    this(model, new TupleWriter(model, report));
  }

  @Override
  public ProofFacts facts() {
    return new ProofFacts(model.types(), Map.of(), model.conditions());
  }

  @Override
  public List<TargetRelation> relations(PeerTuple tuple) {
    return tuples.write(tuple);
  }

  @Override
  public SubjectRef object(PeerObject object) {
    return tuples.object(object);
  }

  @Override
  public String name(String type, String name) {
    return tuples.name(type, name);
  }

  @Override
  public boolean declares(String type, String name) {
    PeerType declared = model.source().types().get(type);
    return declared != null && declared.relations().containsKey(name);
  }
}
