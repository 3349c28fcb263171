package io.iamplane.grant;

/**
 * The privilege of one or more grants, regardless of their terms and effect.
 *
 * @param key a role's key, or a permission's full key
 */
public record GrantedPrivilege(Grant.PrivilegeType type, String key) {

  public static GrantedPrivilege of(Grant grant) {
    return new GrantedPrivilege(grant.privilegeType(), grant.privilegeKey());
  }

  public boolean isRole() {
    return type == Grant.PrivilegeType.ROLE;
  }
}
