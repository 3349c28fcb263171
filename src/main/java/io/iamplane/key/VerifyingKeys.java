package io.iamplane.key;

import java.security.interfaces.ECPublicKey;
import java.util.Optional;

/** The public keys whose signatures on tokens count. */
@FunctionalInterface
public interface VerifyingKeys {

  /**
   * The key of that name. May read the database: off the event loop only.
   *
   * @return empty when there is certainly no such key
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when nobody can tell, because
   *     the keys were never loaded or the database does not answer
   */
  Optional<ECPublicKey> find(String kid);
}
