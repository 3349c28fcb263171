package io.iamplane.testing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Keys and signatures of each algorithm of JWS, by the JDK alone. */
public final class TestKeys {

  private static final int ED25519_BYTES = 32;
  private static final int RSA_KEPT = 4;
  private static final Map<List<Integer>, KeyPair> RSA = new ConcurrentHashMap<>();
  private static final AtomicInteger RSA_NUMBER = new AtomicInteger();

  private TestKeys() {}

  /** Makes a pair for an algorithm. */
  public static KeyPair pair(String alg) {
    return switch (alg) {
      case "ES256" -> ec("secp256r1");
      case "ES384" -> ec("secp384r1");
      case "ES512" -> ec("secp521r1");
      case "EdDSA", "Ed25519" -> generated("Ed25519");
      default -> rsa(2_048);
    };
  }

  /** One of some pairs in turn: to make one takes up to half a second. */
  public static KeyPair rsa(int bits) {
    int number = RSA_NUMBER.getAndIncrement() % RSA_KEPT;
    return RSA.computeIfAbsent(List.of(bits, number), _ -> newRsa(bits));
  }

  private static KeyPair newRsa(int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyPair ec(String curve) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(curve));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes a pair of an algorithm of the JDK that needs no parameter. */
  public static KeyPair generated(String algorithm) {
    try {
      return KeyPairGenerator.getInstance(algorithm).generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The members of a public key, without a name. */
  public static ObjectNode jwk(PublicKey key) {
    ObjectNode jwk = JsonNodeFactory.instance.objectNode();
    if (key instanceof ECPublicKey ec) {
      int bytes = (ec.getParams().getCurve().getField().getFieldSize() + 7) / 8;
      return jwk.put("kty", "EC")
          .put("crv", "P-" + ec.getParams().getCurve().getField().getFieldSize())
          .put("x", fixed(ec.getW().getAffineX(), bytes))
          .put("y", fixed(ec.getW().getAffineY(), bytes));
    }
    if (key instanceof RSAPublicKey rsa) {
      return jwk.put("kty", "RSA")
          .put("n", fixed(rsa.getModulus(), rsa.getModulus().bitLength() / 8))
          .put("e", fixed(rsa.getPublicExponent(), 3));
    }
    byte[] info = key.getEncoded();
    byte[] raw = Arrays.copyOfRange(info, info.length - ED25519_BYTES, info.length);
    return jwk.put("kty", "OKP").put("crv", "Ed25519").put("x", AssertionForge.base64(raw));
  }

  private static String fixed(BigInteger value, int bytes) {
    byte[] fixed = new byte[bytes];
    byte[] signed = value.toByteArray();
    int length = Math.min(signed.length, bytes);
    System.arraycopy(signed, signed.length - length, fixed, bytes - length, length);
    return AssertionForge.base64(fixed);
  }

  public static byte[] sign(String alg, PrivateKey key, byte[] data) {
    try {
      Signature signature = signature(alg);
      signature.initSign(key);
      signature.update(data);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Signature signature(String alg) throws GeneralSecurityException {
    String bits = alg.length() == 5 ? alg.substring(2) : "";
    switch (alg.substring(0, 2)) {
      case "ES":
        return Signature.getInstance("SHA" + bits + "withECDSAinP1363Format");
      case "RS":
        return Signature.getInstance("SHA" + bits + "withRSA");
      case "PS":
        Signature pss = Signature.getInstance("RSASSA-PSS");
        String hash = "SHA-" + bits;
        int salt = Integer.parseInt(bits) / 8;
        pss.setParameter(new PSSParameterSpec(hash, "MGF1", new MGF1ParameterSpec(hash), salt, 1));
        return pss;
      default:
        return Signature.getInstance("Ed25519");
    }
  }
}
