package io.iamplane.webhook.target;

import io.iamplane.shared.OrganizationId;

/** Looks names up for tenants, which share no name server and must not wait for each other's. */
@FunctionalInterface
public interface TenantResolvers {

  NameResolver of(OrganizationId tenant);
}
