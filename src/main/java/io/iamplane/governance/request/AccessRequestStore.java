package io.iamplane.governance.request;

import io.iamplane.change.Recording;
import io.iamplane.change.TenantStore;
import io.iamplane.database.Keyset;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_access_requests}. */
@Singleton
class AccessRequestStore extends TenantStore<AccessRequestEntity, AccessRequest> {

  private static final String SELECT =
      "SELECT * FROM iam_access_requests WHERE organization_id = ?";

  Optional<AccessRequest> byId(OrganizationId organization, AccessRequestId id) {
    return byId(organization, id.value());
  }

  /** The one that waits, be it too long. */
  Optional<AccessRequest> pending(
      OrganizationId organization, SubjectRef requester, String roleKey) {
    return one(
        "id.organizationId = ?1 and requester = ?2 and roleKey = ?3 and status = 'pending'",
        organization.value(),
        requester.toString(),
        roleKey);
  }

  List<AccessRequest> pending(OrganizationId organization, SubjectRef requester) {
    return all(
        "id.organizationId = ?1 and requester = ?2 and status = 'pending'",
        organization.value(),
        requester.toString());
  }

  Page<AccessRequest> own(
      OrganizationId organization,
      PageRequest page,
      SubjectRef requester,
      @Nullable String status) {
    return page(
        page,
        Keyset.of(SELECT, "id", organization.value())
            .filter("requester = ?", requester.toString())
            .filter("status = ?", status));
  }

  /**
   * Finds requests of others that wait for one of some approvers.
   *
   * @param approvers in the form of a step
   */
  Page<AccessRequest> waiting(
      OrganizationId organization,
      PageRequest page,
      Collection<String> approvers,
      SubjectRef caller,
      Instant at) {
    return page(
        page,
        Keyset.of(SELECT + " AND status = 'pending'", "id", organization.value())
            .filter("expires_at > ?", at)
            .filter("requester <> ?", caller.toString())
            .filter("current_approver = ANY (?)", (Object) approvers.toArray(String[]::new)));
  }

  private Page<AccessRequest> page(PageRequest page, Keyset query) {
    return Page.cut(
        rows(AccessRequestEntity.class, query.after(page.afterId()).rows(page.limit() + 1)),
        page.limit(),
        request -> request.id().toString());
  }

  void insert(Recording recording, AccessRequest request) {
    insert(recording, AccessRequestEntity.of(recording.organization(), request), request);
  }

  void update(Recording recording, AccessRequest request) {
    update(recording, request.id().value(), request);
  }
}
