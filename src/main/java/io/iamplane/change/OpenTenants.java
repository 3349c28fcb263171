package io.iamplane.change;

import io.iamplane.shared.OrganizationId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The tenants that one transaction has locked, or the one that work in memory starts from. */
final class OpenTenants {

  private final Map<OrganizationId, TenantChanges> tenants = new HashMap<>();

  Optional<TenantChanges> of(OrganizationId organization) {
    return Optional.ofNullable(tenants.get(organization));
  }

  void add(TenantChanges tenant) {
    tenants.put(tenant.organization(), tenant);
  }
}
