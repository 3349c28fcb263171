package io.iamplane.key;

import io.iamplane.shared.ReadinessProbe;
import jakarta.inject.Singleton;

/**
 * A key is there that can sign tokens now, and no other was revoked unseen: until that is
 * confirmed, every request with a token is refused. Asks instead of relying on an earlier
 * confirmation, which may be from before an outage and lapse at once.
 */
@Singleton
class SigningKeyProbe implements ReadinessProbe {

  private final KeyRing keys;

  SigningKeyProbe(KeyRing keys) {
    this.keys = keys;
  }

  @Override
  public String name() {
    return "signing-key";
  }

  @Override
  public boolean ready() {
    if (!keys.confirm() || !keys.isFresh()) {
      return false;
    }
    keys.current();
    return true;
  }
}
