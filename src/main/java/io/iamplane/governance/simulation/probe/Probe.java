package io.iamplane.governance.simulation.probe;

import io.iamplane.chain.PersonalData;
import io.iamplane.decision.log.Outcome;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * A saved question to the policy, in the form of a check's body, with a name unique in the
 * organization. It is never changed, but replaced by another.
 */
@RegisterForReflection
public record Probe(
    UUID id, String name, Map<String, Object> question, Outcome expect, Instant createdAt)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return Set.of("name", "question");
  }
}
