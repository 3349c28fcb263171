package io.iamplane.audit.verification;

import io.iamplane.audit.verifier.Finding;
import io.iamplane.shared.OrganizationId;
import java.time.Instant;
import java.util.UUID;

/**
 * What a verification found and no operator has acknowledged since.
 *
 * @param id of the latest verification that found it
 * @param foundAt when that one ended
 */
public record OpenFinding(UUID id, OrganizationId organization, Finding finding, Instant foundAt) {}
