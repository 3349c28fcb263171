package io.iamplane.directory;

import io.iamplane.shared.OrganizationId;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;

/**
 * An organization as the wire shows it.
 *
 * @param policyVersion rises with every change of the tenant's policy
 */
@RegisterForReflection
public record OrganizationView(
    OrganizationId id,
    String key,
    String name,
    Organization.Kind kind,
    Organization.Status status,
    long policyVersion,
    Instant createdAt) {

  static OrganizationView of(VersionedOrganization versioned) {
    Organization organization = versioned.organization();
    return new OrganizationView(
        organization.id(),
        organization.key(),
        organization.name(),
        organization.kind(),
        organization.status(),
        versioned.policyVersion(),
        organization.createdAt());
  }
}
