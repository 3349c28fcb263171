package io.iamplane.directory.organization;

import io.iamplane.chain.PersonalData;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Set;

/**
 * A tenant, or the platform that administers the tenants.
 *
 * @param key its readable name, unique and fixed for life
 * @param revision rises with every change of the organization itself
 */
@RegisterForReflection
public record Organization(
    OrganizationId id,
    String key,
    String name,
    Kind kind,
    Status status,
    long revision,
    Instant createdAt)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return Set.of("name");
  }

  /** Exactly one organization is the platform. */
  public enum Kind implements WireName {
    PLATFORM,
    TENANT
  }

  /** A suspended organization keeps its data; its tokens and its decisions are refused. */
  public enum Status implements WireName {
    ACTIVE,
    SUSPENDED
  }

  Organization changed(String newName, Status newStatus) {
    return new Organization(id, key, newName, kind, newStatus, revision + 1, createdAt);
  }
}
