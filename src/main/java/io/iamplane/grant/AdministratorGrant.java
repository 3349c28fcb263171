package io.iamplane.grant;

import io.iamplane.shared.SubjectRef;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.UUID;

/** A subject's hold on the seeded administrator role, as audit and events show it. */
@RegisterForReflection
public record AdministratorGrant(
    UUID id, SubjectRef subject, String privilegeType, String privilegeKey, Instant createdAt) {

  /** The seeded role that holds every {@code iam:} permission of its organization. */
  public static final String ROLE = "iam:iam-admin";
}
