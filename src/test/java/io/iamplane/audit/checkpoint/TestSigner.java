package io.iamplane.audit.checkpoint;

import io.iamplane.chain.note.Ed25519;
import io.iamplane.chain.note.NoteSigner;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;

/** A key without an owner. */
record TestSigner(String keyName, KeyPair pair) implements NoteSigner {

  static TestSigner named(String keyName) {
    try {
      return new TestSigner(keyName, KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public byte[] publicKey() {
    return Ed25519.raw(pair.getPublic());
  }

  @Override
  public byte[] sign(byte[] message) {
    return Ed25519.sign(pair.getPrivate(), message);
  }
}
