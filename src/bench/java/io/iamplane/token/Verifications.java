package io.iamplane.token;

import static io.iamplane.key.Curve.P256;

import io.iamplane.key.Es256;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;

/** Verifies one signature again and again, as a server does with the few keys that sign tokens. */
final class Verifications {

  private final byte[] data = new byte[560];
  private final byte[] signature;
  private final ECPublicKey plain;
  private final ECPublicKey prepared;

  Verifications(KeyPair pair) {
    this.signature = TokenMakers.signature(pair);
    this.plain = (ECPublicKey) pair.getPublic();
    byte[] x = P256.coordinate(P256.coordinate(plain.getW().getAffineX())).orElseThrow();
    byte[] y = P256.coordinate(P256.coordinate(plain.getW().getAffineY())).orElseThrow();
    this.prepared = P256.publicKey(x, y);
  }

  Object ours() {
    return require(Es256.verify(prepared, data, signature));
  }

  Object jdk() {
    try {
      Signature verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
      verifier.initVerify(plain);
      verifier.update(data);
      return require(verifier.verify(signature));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean require(boolean good) {
    if (!good) {
      throw new IllegalStateException("the signature is not the key's");
    }
    return true;
  }
}
