package io.iamplane.directory.client;

import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The client that a request claims to come from, looked up and not authenticated; it may not exist.
 * It was read before the proof is tried, so that no database connection waits for a signature.
 */
public final class ClaimedClient {

  private final @Nullable ClientRow row;

  /** The row is null when there is no such client, or it may not ask by keys. */
  ClaimedClient(@Nullable ClientRow row) {
    this.row = row;
  }

  /**
   * Tries a proof, which is true if one of some keys made the signature. For an unknown client it
   * is tried on an empty set of keys, so that the time does not reveal which clients exist: let it
   * cost the same then.
   *
   * @return empty if the proof fails, or {@link ClientAuthenticator} knows no keys of the client
   */
  public Optional<AuthenticatedClient> prove(Predicate<JsonWebKeys> proof) {
    JsonWebKeys keys = row == null ? null : row.keys();
    boolean proved = proof.test(keys == null ? JsonWebKeys.NONE : keys);
    return proved && row != null && keys != null
        ? Optional.of(new AuthenticatedClient(row.client(), row.platform(), row.policyVersion()))
        : Optional.empty();
  }
}
