package io.iamplane.audit.python;

import io.iamplane.chain.note.Ed25519;
import io.iamplane.chain.note.NoteSigner;
import io.iamplane.chain.note.NoteVerifier;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;

/** A signer with a public seed as its private key. */
record FixedSigner(String keyName, byte[] seed, byte[] publicKey) implements NoteSigner {

  /** A key with a seed of 32 times this byte. */
  static FixedSigner of(String keyName, int filling) {
    byte[] seed = new byte[32];
    Arrays.fill(seed, (byte) filling);
    return ofSeed(keyName, seed);
  }

  static FixedSigner ofSeed(String keyName, byte[] seed) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
      generator.initialize(NamedParameterSpec.ED25519, new Seed(seed));
      KeyPair pair = generator.generateKeyPair();
      return new FixedSigner(keyName, seed, Ed25519.raw(pair.getPublic()));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** The key as verifiers are given it. */
  String vkey() {
    return NoteVerifier.of(this).toString();
  }

  @Override
  public byte[] sign(byte[] message) {
    try {
      PrivateKey key =
          KeyFactory.getInstance("Ed25519")
              .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
      return Ed25519.sign(key, message);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** Gives the generator the seed, of which it makes the public key. */
  private static final class Seed extends SecureRandom {

    private static final long serialVersionUID = 1L;

    private final byte[] seed;

    Seed(byte[] seed) {
      this.seed = seed;
    }

    @Override
    public void nextBytes(byte[] bytes) {
      System.arraycopy(seed, 0, bytes, 0, bytes.length);
    }
  }
}
