package io.iamplane.key;

import java.security.interfaces.ECPublicKey;
import java.util.Optional;

public interface VerifyingKeys {

  /**
   * The key of that name. May read the database: off the event loop only.
   *
   * @return empty when there is certainly no such key
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when it is unknown, because the
   *     keys were never loaded or the database does not answer
   */
  Optional<ECPublicKey> find(String kid);

  /**
   * Returns true if the key of that name counts, by the keys in memory. Takes no lock and never
   * waits: called for every request with a token that was verified before.
   */
  boolean accepts(String kid);

  /**
   * Returns true if there is certainly no key of that name, by the keys in memory; never true while
   * they may be out of date. Takes no lock and never waits.
   */
  boolean isUnknown(String kid);

  /**
   * Returns true if the database confirmed the keys in memory within {@link
   * KeyConfig#MAX_STALENESS}. Otherwise a key may have been revoked unseen.
   */
  boolean isFresh();
}
