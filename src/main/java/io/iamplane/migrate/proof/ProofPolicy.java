package io.iamplane.migrate.proof;

import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.target.TargetRelation;
import io.iamplane.shared.SubjectRef;
import java.util.List;

/** A model for assertions, with its translation of their names. */
public interface ProofPolicy {

  /** The facts of the model, without relations. */
  ProofFacts facts();

  /** The relations that are stored for one; none when it is left out. */
  List<TargetRelation> relations(PeerTuple tuple);

  SubjectRef object(PeerObject object);

  String name(String type, String name);

  /** Returns true if a type has a name, both in the notation of the assertion. */
  boolean declares(String type, String name);
}
