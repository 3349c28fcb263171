package io.iamplane.token.oauth;

import io.iamplane.client.Client;
import java.time.Instant;

/** Remembers which assertions were used. */
@FunctionalInterface
interface UsedAssertions {

  /**
   * Uses an assertion up.
   *
   * @param jtiHash SHA-256 of its {@code jti}
   * @param keepUntil until when it must be remembered
   * @param now what is not to be remembered beyond this counts as never used
   * @return whether this was the first time, on any replica
   */
  boolean use(Client client, byte[] jtiHash, Instant keepUntil, Instant now);
}
