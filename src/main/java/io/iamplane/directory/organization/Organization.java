package io.iamplane.directory.organization;

import io.iamplane.chain.PersonalData;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Set;
import java.util.regex.Pattern;

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

  static final String KEY_RULE =
      "must be 2 to 63 characters long, contain only lower-case letters, digits and hyphens, start"
          + " with a letter, end with a letter or digit, and not have the form of an id";

  private static final Pattern KEY = Pattern.compile("[a-z](?:[a-z0-9-]{0,61}[a-z0-9])");
  private static final int MAX_NAME = 200;

  /** A key can never be read as an id, since paths take both. */
  static void requireKey(String key) {
    if (!KEY.matcher(key).matches() || UuidV7.parse(key).isPresent()) {
      throw IamException.validation("key", KEY_RULE);
    }
  }

  /** The name without white space around it; commands come here without the API's checks. */
  static String requireName(String name) {
    String stripped = name.strip();
    if (stripped.isEmpty() || stripped.length() > MAX_NAME) {
      throw IamException.validation(
          "name",
          "must have 1 to " + MAX_NAME + " characters, not counting surrounding white space");
    }
    return stripped;
  }

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
