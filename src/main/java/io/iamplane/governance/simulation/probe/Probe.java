package io.iamplane.governance.simulation.probe;

import io.iamplane.chain.PersonalData;
import io.iamplane.decision.log.Outcome;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * A saved question to the policy. It is never changed, but replaced by another.
 *
 * @param name unique in the organization
 * @param question in the form of a check's body
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
