package io.iamplane.key;

import io.iamplane.shared.ReadinessProbe;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * A key is there that can sign tokens now, and no other was revoked unseen: until that is
 * confirmed, every request with a token is refused.
 */
@ApplicationScoped
class SigningKeyProbe implements ReadinessProbe {

  private final TokenSigners signers;
  private final VerifyingKeys keys;

  SigningKeyProbe(TokenSigners signers, VerifyingKeys keys) {
    this.signers = signers;
    this.keys = keys;
  }

  @Override
  public String name() {
    return "signing-key";
  }

  @Override
  public boolean ready() {
    signers.current();
    return keys.isFresh();
  }
}
