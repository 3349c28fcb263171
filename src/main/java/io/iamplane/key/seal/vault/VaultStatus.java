package io.iamplane.key.seal.vault;

import java.util.Set;

/** The meaning of the API's status codes (Vault's HTTP API, "Status codes"). */
final class VaultStatus {

  private static final int SERVER_ERRORS = 500;
  private static final int SUCCESSES_END = 300;
  private static final int REDIRECTS_END = 400;

  /** A standby that lags behind, a quota, a standby that does not forward. */
  private static final Set<Integer> PASSING = Set.of(412, 429, 472, 473);

  private VaultStatus() {}

  /** Returns true if a retry may succeed a moment later. */
  static boolean passes(int status) {
    return PASSING.contains(status) || status >= SERVER_ERRORS;
  }

  /** In a few words, for an operator. */
  static String meaning(int status) {
    return "Vault answers "
        + status
        + switch (status) {
          case 404, 405 -> ": iam.keys.vault.mount is not where a transit engine is mounted";
          case 412 -> ": a standby has not caught up";
          case 429 -> ": a rate limit of Vault is reached, or a standby does not forward";
          case 472, 473 -> ": a standby does not forward";
          case 501 -> ": it is not initialised";
          case 503 -> ": it is sealed, or has no active node";
          default -> other(status);
        };
  }

  private static String other(int status) {
    return status >= SUCCESSES_END && status < REDIRECTS_END
        ? ": a redirect, which is not followed; set iam.keys.vault.url to where it leads"
        : "";
  }
}
