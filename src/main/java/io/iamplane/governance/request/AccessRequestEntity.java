package io.iamplane.governance.request;

import io.iamplane.catalog.document.RequestPolicy.ApproverType;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.grant.GrantId;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;
import org.jspecify.annotations.Nullable;

/** A row of {@code iam_access_requests}; never leaves this package. */
@Entity
@Table(name = "iam_access_requests")
class AccessRequestEntity implements RowStore.Row<AccessRequest> {

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

  static AccessRequestEntity of(OrganizationId organization, AccessRequest request) {
    AccessRequestEntity row = new AccessRequestEntity();
    row.id = RowKey.of(organization, request.id().value());
    return row;
  }

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
        new AccessRequestId(id.id()),
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
