package io.iamplane.key;

import java.security.interfaces.ECPublicKey;
import java.util.Optional;

/** The public keys whose signatures on tokens count. */
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
   * Whether the key of that name counts, by what is in memory. Takes no lock and waits for nothing:
   * made for every request that brings a token which was verified before.
   */
  boolean accepts(String kid);

  /**
   * Whether there is certainly no key of that name, by what is in memory; never true while that may
   * be out of date. Takes no lock and waits for nothing.
   */
  boolean isUnknown(String kid);

  /**
   * Whether the database confirmed the keys in memory within {@link KeyConfig#maxStaleness()}. When
   * it did not, a key may have been revoked unseen.
   */
  boolean isFresh();
}
