package io.iamplane.key;

@FunctionalInterface
public interface TokenSigners {

  /**
   * The present signer. May read the database: off the event loop only.
   *
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when nothing can sign now
   */
  TokenSigner current();
}
