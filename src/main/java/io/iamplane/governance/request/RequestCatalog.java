package io.iamplane.governance.request;

import io.iamplane.database.Transactions;
import io.iamplane.governance.request.RequestableRoleQuery.Requestable;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** The roles that a caller can request. */
@Singleton
class RequestCatalog {

  private final RequestableRoleQuery roles;
  private final AccessRequestStore requests;
  private final Transactions transactions;
  private final Clock clock;

  RequestCatalog(
      RequestableRoleQuery roles,
      AccessRequestStore requests,
      Transactions transactions,
      Clock clock) {
    this.roles = roles;
    this.requests = requests;
    this.transactions = transactions;
    this.clock = clock;
  }

  Page<RequestableRoleView> page(OrganizationId organization, PageRequest page, SubjectRef caller) {
    return transactions.call(() -> {
      Map<String, UUID> pending = pending(organization, caller, clock.instant());
      Page<String> keys =
          Page.cut(
              roles.listed(organization, page.after(), page.limit() + 1), page.limit(), key -> key);
      return new Page<>(
          keys.items().stream()
              .flatMap(key -> roles.find(organization, key).stream())
              .map(role -> view(role, pending))
              .toList(),
          keys.nextPosition());
    });
  }

  private Map<String, UUID> pending(OrganizationId organization, SubjectRef caller, Instant at) {
    Map<String, UUID> pending = new HashMap<>();
    for (AccessRequest request : requests.pending(organization, caller)) {
      if (request.statusAt(at) == AccessRequest.Status.PENDING) {
        pending.put(request.roleKey(), request.id());
      }
    }
    return pending;
  }

  private static RequestableRoleView view(Requestable of, Map<String, UUID> pending) {
    return new RequestableRoleView(
        of.role().key(),
        of.role().label(),
        of.role().application(),
        of.role().privileged(),
        of.policy().steps().size(),
        of.policy().maxDuration().toString(),
        of.policy().requiresJustification(),
        pending.get(of.role().key()));
  }
}
