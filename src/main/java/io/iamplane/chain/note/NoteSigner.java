package io.iamplane.chain.note;

/** A key that signs notes with Ed25519. An implementation keeps the private key to itself. */
public interface NoteSigner {

  /** The name that signature lines carry: for a log's own key, its origin. */
  String keyName();

  /** The public key as RFC 8032 encodes it, 32 bytes. */
  byte[] publicKey();

  /** The Ed25519 signature over these bytes, 64 bytes. */
  byte[] sign(byte[] message);
}
