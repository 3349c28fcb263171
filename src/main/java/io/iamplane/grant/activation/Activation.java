package io.iamplane.grant.activation;

import io.iamplane.chain.PersonalData;
import io.iamplane.grant.GrantId;
import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * The activation of a grant, as audit records and events show it.
 *
 * @param until the first moment at which it is dormant again
 * @param administrators to notify in an emergency: up to 100 of the subjects with the
 *     administrator's role; empty without an emergency
 */
@RegisterForReflection
record Activation(
    GrantId grant,
    SubjectRef subject,
    String privilegeKey,
    boolean breakGlass,
    String justification,
    Instant from,
    Instant until,
    List<SubjectRef> administrators)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return Set.of("justification");
  }
}
