package io.iamplane.key;

import io.iamplane.shared.ReadinessProbe;
import jakarta.enterprise.context.ApplicationScoped;

/** A key is there that can sign tokens now. */
@ApplicationScoped
class SigningKeyProbe implements ReadinessProbe {

  private final TokenSigners signers;

  SigningKeyProbe(TokenSigners signers) {
    this.signers = signers;
  }

  @Override
  public String name() {
    return "signing-key";
  }

  @Override
  public boolean ready() {
    signers.current();
    return true;
  }
}
