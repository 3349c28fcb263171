package io.iamplane.grant;

/** A role's key or a permission's full key in one or more grants, regardless of their terms. */
public record GrantedPrivilege(Grant.PrivilegeType type, String key) {

  public static GrantedPrivilege of(Grant grant) {
    return new GrantedPrivilege(grant.privilegeType(), grant.privilegeKey());
  }

  public boolean isRole() {
    return type == Grant.PrivilegeType.ROLE;
  }
}
