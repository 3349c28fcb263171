package io.iamplane.http.exchange;

import io.iamplane.http.limit.RateLimit;
import java.util.Set;

/** Classifies paths. Every path that is not listed as open needs a bearer token. */
public final class ApiPaths {

  public static final String ADMIN = "/api/iam/v1";
  static final String AUTHZEN = "/access/v1/";
  static final String OAUTH = "/oauth/";
  private static final String USER_INFO = OAUTH + "userinfo";
  private static final String SIGN_IN = "/sign-in";
  private static final String WELL_KNOWN = "/.well-known/";
  private static final String DECISIONS = ADMIN + "/decisions/";
  private static final String MANIFESTS = ADMIN + "/manifests/";
  private static final Set<String> SIMULATIONS =
      Set.of(ADMIN + "/policy/simulate", ADMIN + "/policy/regression");
  private static final Set<String> PROBES = Set.of(ADMIN + "/health", ADMIN + "/ready");

  /** The endpoints with a metric label of their own, since an operator watches their refusals. */
  private static final Set<String> ENDPOINTS =
      Set.of(
          DECISIONS + "batch",
          DECISIONS + "check",
          DECISIONS + "explain",
          AUTHZEN + "evaluation",
          AUTHZEN + "evaluations",
          OAUTH + "token",
          OAUTH + "introspect",
          OAUTH + "revoke");

  private ApiPaths() {}

  /** Returns true for exactly the path of a decision or token endpoint. */
  public static boolean isEndpoint(String path) {
    return ENDPOINTS.contains(path);
  }

  /** The two endpoints that a kubelet calls, without TLS and without a token. */
  public static boolean isProbe(String path) {
    return PROBES.contains(path);
  }

  /** Documents and endpoints that have an authentication of their own, or need none. */
  public static boolean isOpen(String path) {
    return isProbe(path)
        || path.startsWith(WELL_KNOWN)
        || isOAuth(path)
        || path.equals(SIGN_IN)
        || path.startsWith(SIGN_IN + "/");
  }

  public static boolean isOAuth(String path) {
    return path.startsWith(OAUTH) && !isUserInfo(path);
  }

  /** Returns true for the path that an application's own tokens of people open, and no other. */
  public static boolean isUserInfo(String path) {
    return path.equals(USER_INFO);
  }

  /** The ceiling of a path that needs a token. */
  public static RateLimit limit(String path) {
    return isDecision(path) ? RateLimit.DECISION : RateLimit.ADMIN;
  }

  /** Returns true for a simulation: read-only, and longer than a transaction may be. */
  public static boolean isSimulation(String path) {
    return SIMULATIONS.contains(path)
        || (path.startsWith(MANIFESTS) && path.endsWith("/blast-radius"));
  }

  /** Returns true for the path of a decision, which changes nothing. */
  public static boolean isDecision(String path) {
    return path.startsWith(DECISIONS) || path.startsWith(AUTHZEN);
  }
}
