package io.iamplane.directory.organization;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.directory.client.ClientView;
import io.iamplane.shared.OrganizationId;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An organization as the wire shows it.
 *
 * @param policyVersion rises with every change of the tenant's policy
 * @param administrator the client of its first administrator, in the answer to the creation that
 *     made it, with its secret; absent elsewhere
 */
@RegisterForReflection
public record OrganizationView(
    OrganizationId id,
    String key,
    String name,
    Organization.Kind kind,
    Organization.Status status,
    long policyVersion,
    Instant createdAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ClientView administrator) {

  static OrganizationView of(VersionedOrganization versioned) {
    return of(versioned, null);
  }

  static OrganizationView of(VersionedOrganization versioned, @Nullable ClientView administrator) {
    Organization organization = versioned.organization();
    return new OrganizationView(
        organization.id(),
        organization.key(),
        organization.name(),
        organization.kind(),
        organization.status(),
        versioned.policyVersion(),
        organization.createdAt(),
        administrator);
  }
}
