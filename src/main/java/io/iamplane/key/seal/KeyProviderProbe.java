package io.iamplane.key.seal;

import io.iamplane.shared.ReadinessProbe;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the key provider unwraps now. Signing goes on without it while the key is in memory;
 * the next start needs it, and a key that begins to sign.
 */
@Singleton
class KeyProviderProbe implements ReadinessProbe {

  private static final Binding PLACE = new Binding("readiness", Binding.PLATFORM, "probe", 1);

  private final KeyProviders providers;
  private final byte[] canary = new byte[AesGcm.KEY_BYTES];
  private @Nullable WrappedKey wrapped;

  KeyProviderProbe(KeyProviders providers) {
    this.providers = providers;
    new SecureRandom().nextBytes(canary);
  }

  @Override
  public String name() {
    return "key-provider";
  }

  /** One question at a time: the canary is wrapped once, and unwrapped from then on. */
  @Override
  public synchronized boolean ready() {
    KeyProvider provider = providers.present();
    WrappedKey known = wrapped;
    if (known == null) {
      wrapped = provider.wrap(canary, PLACE);
      return true;
    }
    try {
      return Arrays.equals(provider.unwrap(known, PLACE), canary);
    } catch (UnsealException e) {
      // Its version may have ended; the next question is about the present one.
      wrapped = null;
      throw e;
    }
  }
}
