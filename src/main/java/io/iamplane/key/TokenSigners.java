package io.iamplane.key;

/** Where the signer of tokens comes from. */
@FunctionalInterface
public interface TokenSigners {

  /**
   * The present signer. May read the database: off the event loop only.
   *
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when nothing can sign now
   */
  TokenSigner current();
}
