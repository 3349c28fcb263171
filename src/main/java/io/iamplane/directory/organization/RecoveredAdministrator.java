package io.iamplane.directory.organization;

import io.iamplane.shared.OrganizationId;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * What the audit log says of a recovery, in the platform's chain and in the organization's own.
 *
 * @param subject the administrator that was made
 * @param clientId its client
 */
@RegisterForReflection
record RecoveredAdministrator(OrganizationId organizationId, String subject, String clientId) {}
