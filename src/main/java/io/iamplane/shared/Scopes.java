package io.iamplane.shared;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The limits that the scopes of a token set to its bearer's rights (RFC 6749, section 3.3). A scope
 * is a permission of the control plane, {@code iam:users.read}, or a pattern of them: {@code
 * iam:users.*}, {@code iam:*}. Scopes are a ceiling and give nothing. Any other text covers
 * nothing.
 */
public final class Scopes {

  /** Asks for an ID token (OpenID Connect Core 1.0, section 3.1.2.1). */
  public static final String OPENID = "openid";

  /** Asks for a refresh token (OpenID Connect Core 1.0, section 11). */
  public static final String OFFLINE_ACCESS = "offline_access";

  /** The scopes of people's tokens, which limit nothing. */
  public static final Set<String> IDENTITY = Set.of(OPENID, OFFLINE_ACCESS);

  private Scopes() {}

  /** Reads scopes leniently: any number of spaces separates two, or stands before or after all. */
  public static SortedSet<String> read(String text) {
    SortedSet<String> scopes = new TreeSet<>(List.of(text.split(" ")));
    scopes.remove("");
    return scopes;
  }

  /**
   * Returns true if a ceiling includes a permission or another scope; an empty one is no ceiling.
   */
  public static boolean cover(Set<String> scopes, String permission) {
    return scopes.isEmpty() || scopes.stream().anyMatch(scope -> covers(scope, permission));
  }

  /** The same without the scopes of people, which limit nothing. */
  public static SortedSet<String> withoutIdentity(SortedSet<String> scopes) {
    if (Collections.disjoint(scopes, IDENTITY)) {
      return scopes;
    }
    SortedSet<String> others = new TreeSet<>(scopes);
    others.removeAll(IDENTITY);
    return others;
  }

  private static boolean covers(String scope, String permission) {
    if (scope.equals(permission)) {
      return true;
    }
    boolean pattern = scope.endsWith(".*") || scope.endsWith(":*");
    return pattern && permission.startsWith(scope.substring(0, scope.length() - 1));
  }
}
