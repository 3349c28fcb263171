package io.iamplane.oauth;

import io.iamplane.directory.client.Client;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Remembers which assertions were used. */
@FunctionalInterface
interface UsedAssertions {

  /**
   * An assertion by its name.
   *
   * @param jtiHash SHA-256 of its {@code jti}
   */
  record Named(OrganizationId organization, String clientId, ByteBuffer jtiHash)
      implements Comparable<Named> {

    static Named of(Client client, String jti) {
      byte[] hash = Hashes.sha256(jti.getBytes(StandardCharsets.UTF_8));
      return new Named(client.organization(), client.clientId(), ByteBuffer.wrap(hash));
    }

    /** One order for all, so that no two that use several up wait for each other. */
    @Override
    public int compareTo(Named other) {
      int byHash = jtiHash.compareTo(other.jtiHash);
      if (byHash != 0) {
        return byHash;
      }
      int byClient = clientId.compareTo(other.clientId);
      return byClient == 0 ? organization.value().compareTo(other.organization.value()) : byClient;
    }
  }

  /**
   * Uses an assertion up, and remembers it until a time.
   *
   * @param now assertions remembered until this time or earlier count as never used
   * @return true for the first use, across all replicas
   */
  boolean use(Named assertion, Instant keepUntil, Instant now);
}
