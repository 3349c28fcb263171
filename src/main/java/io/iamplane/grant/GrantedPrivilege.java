package io.iamplane.grant;

/**
 * The privilege of one or more grants, regardless of their terms: listed once, however many there
 * are.
 *
 * @param key a role's key, or a permission's full key
 * @param fromManifest true if an application's manifest brought it
 */
public record GrantedPrivilege(
    Grant.PrivilegeType type, String key, Grant.Effect effect, boolean fromManifest) {

  /** Returns the privilege of one grant. */
  public static GrantedPrivilege of(Grant grant) {
    return new GrantedPrivilege(
        grant.privilegeType(),
        grant.privilegeKey(),
        grant.effect(),
        grant.source().equals(Grant.FROM_MANIFEST));
  }

  public boolean permits() {
    return effect == Grant.Effect.PERMIT;
  }

  public boolean isRole() {
    return type == Grant.PrivilegeType.ROLE;
  }
}
