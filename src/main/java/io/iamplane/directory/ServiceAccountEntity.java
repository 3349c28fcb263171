package io.iamplane.directory;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;

/** A row of {@code iam_service_accounts}; never leaves this package. */
@Entity
@Table(name = "iam_service_accounts")
class ServiceAccountEntity {

  @Id UUID id;

  @Column(name = "organization_id")
  UUID organizationId;

  String name;
  String status;
  long revision;

  @Column(name = "created_at")
  Instant createdAt;

  @Column(name = "updated_at")
  Instant updatedAt;
}
