package io.iamplane.migrate.proof;

import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.target.TargetRelation;
import io.iamplane.shared.SubjectRef;
import java.util.List;
import java.util.Map;

/** A model for assertions, with its translation of their names. */
public interface ProofPolicy {

  /** The member {@code types} of a checked manifest. */
  Map<String, Object> types();

  /** Its member {@code attributes}. */
  Map<String, Object> attributes();

  /** Its member {@code conditions}. */
  Map<String, Object> conditions();

  /** The relations that are stored for one; none when it is left out. */
  List<TargetRelation> relations(PeerTuple tuple);

  SubjectRef object(PeerObject object);

  String name(String type, String name);

  /** Returns true if a type has a name, both in the notation of the assertion. */
  boolean declares(String type, String name);
}
