package io.iamplane.governance.request;

import io.iamplane.catalog.document.RequestPolicy.ApproverType;
import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.change.TenantStore;
import io.iamplane.database.Keyset;
import io.iamplane.grant.GrantId;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_access_requests}. */
@Singleton
class AccessRequestStore
    extends TenantStore<AccessRequestStore.AccessRequestEntity, AccessRequest> {

  private static final String SELECT =
      "SELECT * FROM iam_access_requests WHERE organization_id = ?";

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
      AccessRequest.@Nullable Status status,
      Instant at) {
    Keyset own =
        Keyset.of(SELECT, "id", organization.value()).filter("requester = ?", requester.toString());
    return page(page, status == null ? own : inStatus(own, status, at));
  }

  /** Filters by {@link AccessRequest#statusAt}: one that waited too long is stored as pending. */
  private static Keyset inStatus(Keyset query, AccessRequest.Status status, Instant at) {
    return switch (status) {
      case PENDING -> query.filter("status = 'pending' AND expires_at > ?", at);
      case EXPIRED ->
          query.filter("(status = 'expired' OR (status = 'pending' AND expires_at <= ?))", at);
      case APPROVED, REJECTED, CANCELLED -> query.filter("status = ?", status.wire());
    };
  }

  /** Finds requests of others that wait for one of some approvers, in the form of a step. */
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
    AccessRequestEntity row = new AccessRequestEntity();
    row.id = RowKey.of(recording.organization(), request.id());
    insert(recording, row, request);
  }

  void update(Recording recording, AccessRequest request) {
    update(recording, request.id(), request);
  }

  @Entity
  @Table(name = "iam_access_requests")
  static class AccessRequestEntity implements RowStore.Row<AccessRequest> {

    @EmbeddedId RowKey id;
    String requester;
    String roleKey;
    @Nullable String justification;
    String duration;
    String status;

    @JdbcTypeCode(SqlTypes.JSON)
    @Mutability(Immutability.class)
    List<Map<String, String>> steps;

    int step;
    String currentApprover;
    Instant expiresAt;
    @Nullable UUID grantId;
    @Nullable Instant decidedAt;
    long revision;
    Instant createdAt;
    Instant updatedAt;

    @Override
    public void take(AccessRequest request, Instant at) {
      requester = request.requester().toString();
      roleKey = request.roleKey();
      justification = request.justification();
      duration = request.duration();
      status = request.status().wire();
      steps = request.steps().stream().map(AccessRequestEntity::stored).toList();
      step = request.step();
      currentApprover = request.current().approver();
      expiresAt = request.expiresAt();
      grantId = request.grantId() == null ? null : request.grantId().value();
      decidedAt = request.decidedAt();
      revision = request.revision();
      createdAt = request.createdAt();
      updatedAt = at;
    }

    @Override
    public AccessRequest value() {
      return new AccessRequest(
          id.id(),
          SubjectRef.parse(requester).orElseThrow(),
          roleKey,
          justification,
          duration,
          WireName.of(AccessRequest.Status.class, status),
          steps.stream().map(AccessRequestEntity::read).toList(),
          step,
          expiresAt,
          grantId == null ? null : new GrantId(grantId),
          decidedAt,
          revision,
          createdAt);
    }

    private static Map<String, String> stored(RequestStep step) {
      Map<String, String> stored = new HashMap<>();
      stored.put("approver_type", step.approverType().wire());
      stored.put("approver", step.approver());
      stored.put("status", step.status().wire());
      if (step.decidedBy() != null) {
        stored.put("decided_by", step.decidedBy().toString());
      }
      if (step.decidedAt() != null) {
        stored.put("decided_at", step.decidedAt().toString());
      }
      if (step.note() != null) {
        stored.put("note", step.note());
      }
      return stored;
    }

    private static RequestStep read(Map<String, String> stored) {
      String by = stored.get("decided_by");
      String at = stored.get("decided_at");
      return new RequestStep(
          WireName.of(ApproverType.class, Objects.requireNonNull(stored.get("approver_type"))),
          Objects.requireNonNull(stored.get("approver")),
          WireName.of(RequestStep.Status.class, Objects.requireNonNull(stored.get("status"))),
          by == null ? null : SubjectRef.parse(by).orElseThrow(),
          at == null ? null : Instant.parse(at),
          stored.get("note"));
    }
  }
}
