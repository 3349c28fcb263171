package io.iamplane.http.exchange;

import io.iamplane.http.limit.RateLimit;
import java.util.Set;

/** Which paths ask for what. Whatever is not named here as open needs a bearer token. */
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

  /** Those whose refusals an operator looks for: the figures keep them apart. */
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

  /** Whether decisions or tokens are asked exactly there. */
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
    return path.startsWith(OAUTH) && !path.equals(USER_INFO);
  }

  /** The ceiling of a path that needs a token. */
  public static RateLimit limit(String path) {
    return isDecision(path) ? RateLimit.DECISION : RateLimit.ADMIN;
  }

  /**
   * Whether a policy that is not in force is asked there. It changes nothing, and takes longer than
   * a transaction may.
   */
  public static boolean isSimulation(String path) {
    return SIMULATIONS.contains(path)
        || (path.startsWith(MANIFESTS) && path.endsWith("/blast-radius"));
  }

  /** Whether decisions are asked there, which changes nothing. */
  public static boolean isDecision(String path) {
    return path.startsWith(DECISIONS) || path.startsWith(AUTHZEN);
  }
}
