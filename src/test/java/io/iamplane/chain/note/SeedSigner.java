package io.iamplane.chain.note;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Base64;

/** A signer with its private key in memory. */
record SeedSigner(String keyName, byte[] publicKey, PrivateKey privateKey) implements NoteSigner {

  /** The example key of golang.org/x/mod/sumdb/note. */
  static SeedSigner peter() {
    byte[] typed = Base64.getDecoder().decode(Vectors.PETER_SEED);
    byte[] seed = Arrays.copyOfRange(typed, 1, typed.length);
    try {
      PrivateKey key =
          KeyFactory.getInstance("Ed25519")
              .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
      return new SeedSigner("PeterNeumann", NoteVerifier.parse(Vectors.PETER).publicKey(), key);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** A key that is the same for the same number. */
  static SeedSigner numbered(String keyName, int number) {
    try {
      SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
      random.setSeed(number);
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
      generator.initialize(NamedParameterSpec.ED25519, random);
      KeyPair pair = generator.generateKeyPair();
      return new SeedSigner(keyName, Ed25519.raw(pair.getPublic()), pair.getPrivate());
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  NoteVerifier verifier() {
    return NoteVerifier.of(this);
  }

  @Override
  public byte[] sign(byte[] message) {
    return Ed25519.sign(privateKey, message);
  }
}
