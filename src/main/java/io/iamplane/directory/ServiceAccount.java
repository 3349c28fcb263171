package io.iamplane.directory;

import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;

/** A machine that acts for an organization. */
@RegisterForReflection
public record ServiceAccount(
    ServiceAccountId id, String name, Status status, long revision, Instant createdAt) {

  /** A suspended account's tokens and decisions are refused. */
  public enum Status implements WireName {
    ACTIVE,
    SUSPENDED
  }

  /** The account as a subject of grants: {@code service_account:<id>}. */
  public SubjectRef subject() {
    return new SubjectRef(SubjectRef.SERVICE_ACCOUNT, id.toString());
  }
}
