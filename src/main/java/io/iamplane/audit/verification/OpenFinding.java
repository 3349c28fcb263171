package io.iamplane.audit.verification;

import io.iamplane.chain.verifier.Finding;
import io.iamplane.shared.OrganizationId;
import java.time.Instant;
import java.util.UUID;

/**
 * A finding of a verification without an acknowledgement since.
 *
 * @param id of the latest verification that found it
 * @param foundAt the end of that one
 */
public record OpenFinding(UUID id, OrganizationId organization, Finding finding, Instant foundAt) {}
