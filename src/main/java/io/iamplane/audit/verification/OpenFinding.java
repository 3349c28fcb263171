package io.iamplane.audit.verification;

import io.iamplane.chain.verifier.Finding;
import io.iamplane.shared.OrganizationId;
import java.time.Instant;
import java.util.UUID;

/**
 * A finding without an acknowledgement since; id and time are those of the latest verification that
 * found it.
 */
public record OpenFinding(UUID id, OrganizationId organization, Finding finding, Instant foundAt) {}
