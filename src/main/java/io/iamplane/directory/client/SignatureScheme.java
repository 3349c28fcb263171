package io.iamplane.directory.client;

import io.iamplane.chain.note.Ed25519;
import io.iamplane.key.Curve;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import org.jspecify.annotations.Nullable;

/** The verification of one kind of signature by a public key. */
sealed interface SignatureScheme {

  /** Returns true if a signature can have this length in bytes; costs nothing. */
  boolean hasLength(int length);

  /** Returns true if a key, which is one of this scheme, made the signature. */
  boolean verifies(PublicKey key, byte[] data, byte[] signature);

  /** Makes a public key that signed nothing, for the time that its verification takes. */
  PublicKey stranger();

  /** ECDSA (RFC 7518, section 3.4). */
  record Ecdsa(Curve curve) implements SignatureScheme {

    @Override
    public boolean hasLength(int length) {
      return length == curve.signatureBytes();
    }

    @Override
    public boolean verifies(PublicKey key, byte[] data, byte[] signature) {
      return curve.verify(key, data, signature);
    }

    @Override
    public PublicKey stranger() {
      return curve.stranger();
    }
  }

  /** EdDSA on edwards25519 (RFC 8037, section 3.1). */
  record EdDsa() implements SignatureScheme {

    @Override
    public boolean hasLength(int length) {
      return length == Ed25519.SIGNATURE_BYTES;
    }

    @Override
    public boolean verifies(PublicKey key, byte[] data, byte[] signature) {
      return Ed25519.verify(key, data, signature);
    }

    @Override
    public PublicKey stranger() {
      try {
        return KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPublic();
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("this platform does not support Ed25519 keys", e);
      }
    }
  }

  /**
   * RSA (RFC 7518, sections 3.3 and 3.5), by the name of the JDK; PKCS #1 v1.5 without parameters.
   */
  record Rsa(String jca, @Nullable AlgorithmParameterSpec parameters) implements SignatureScheme {

    static final int MIN_BITS = 2_048;

    /** Longer keys are in no use, and make a verification dear. */
    static final int MAX_BITS = 8_192;

    static Rsa pkcs1(int bits) {
      return new Rsa("SHA" + bits + "withRSA", null);
    }

    /** The salt is as long as the hash. */
    static Rsa pss(int bits) {
      String hash = "SHA-" + bits;
      return new Rsa(
          "RSASSA-PSS",
          new PSSParameterSpec(hash, "MGF1", new MGF1ParameterSpec(hash), bits / Byte.SIZE, 1));
    }

    @Override
    public boolean hasLength(int length) {
      return length >= MIN_BITS / Byte.SIZE && length <= MAX_BITS / Byte.SIZE;
    }

    @Override
    public boolean verifies(PublicKey key, byte[] data, byte[] signature) {
      try {
        Signature verifier = Signature.getInstance(jca);
        if (parameters != null) {
          verifier.setParameter(parameters);
        }
        verifier.initVerify(key);
        verifier.update(data);
        return verifier.verify(signature);
      } catch (SignatureException e) {
        // Of another length than the key.
        return false;
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("RSA verification failed", e);
      }
    }

    /** Any odd modulus takes the time of a real one, and is made without a search for primes. */
    @Override
    public PublicKey stranger() {
      BigInteger modulus = new BigInteger(MIN_BITS, new SecureRandom()).setBit(MIN_BITS - 1);
      return key(modulus.setBit(0), BigInteger.valueOf(65_537));
    }

    static PublicKey key(BigInteger modulus, BigInteger exponent) {
      try {
        return KeyFactory.getInstance("RSA")
            .generatePublic(new RSAPublicKeySpec(modulus, exponent));
      } catch (GeneralSecurityException e) {
        throw new IllegalArgumentException("not an RSA public key", e);
      }
    }
  }
}
