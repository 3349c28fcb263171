package io.iamplane.shared;

import java.util.Set;

/**
 * The limits that the scopes of a token set to its bearer's rights (RFC 6749, section 3.3). A scope
 * is a permission of the control plane, {@code iam:users.read}, or a pattern of them: {@code
 * iam:users.*}, {@code iam:*}. Scopes are a ceiling and give nothing. Any other text covers
 * nothing.
 */
public final class Scopes {

  private Scopes() {}

  /**
   * Returns true if a ceiling includes a permission, or all that another scope covers.
   *
   * @param scopes the ceiling; empty means no ceiling
   */
  public static boolean cover(Set<String> scopes, String permission) {
    return scopes.isEmpty() || scopes.stream().anyMatch(scope -> covers(scope, permission));
  }

  private static boolean covers(String scope, String permission) {
    if (scope.equals(permission)) {
      return true;
    }
    boolean pattern = scope.endsWith(".*") || scope.endsWith(":*");
    return pattern && permission.startsWith(scope.substring(0, scope.length() - 1));
  }
}
