package io.iamplane.token;

import java.security.interfaces.ECPublicKey;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A key that blocks on use until the test releases it. */
record SlowKey(ECPublicKey key, CountDownLatch inside, CountDownLatch release)
    implements ECPublicKey {

  @Override
  public ECPoint getW() {
    return key.getW();
  }

  @Override
  public ECParameterSpec getParams() {
    inside.countDown();
    try {
      if (!release.await(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the test never let the key go on");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return key.getParams();
  }

  @Override
  public String getAlgorithm() {
    return key.getAlgorithm();
  }

  @Override
  public String getFormat() {
    return key.getFormat();
  }

  @Override
  public byte[] getEncoded() {
    return key.getEncoded();
  }
}
