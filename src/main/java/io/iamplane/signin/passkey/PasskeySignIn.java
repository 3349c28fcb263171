package io.iamplane.signin.passkey;

import io.iamplane.shared.Aal;
import io.iamplane.signin.AuthorizationRequest;
import io.iamplane.signin.Html;
import io.iamplane.signin.SignInMethod;
import jakarta.inject.Singleton;

/** Signs people in by a passkey that their device finds; no name is asked for. */
@Singleton
class PasskeySignIn implements SignInMethod {

  private final RelyingParty party;
  private final Challenges challenges;

  PasskeySignIn(RelyingParty party, Challenges challenges) {
    this.party = party;
    this.challenges = challenges;
  }

  /** Possession of the key, and the person verified by the authenticator. */
  @Override
  public Aal strongest() {
    return Aal.AAL2;
  }

  @Override
  public String part(AuthorizationRequest request, String form) {
    Challenges.Challenge challenge = challenges.next();
    String field = Html.hidden(Challenges.FIELD, challenges.sealed(Ceremony.SIGN_IN, challenge));
    return PasskeyForm.of(
        "get",
        "sign-in/passkey",
        party.request(challenge),
        form + field,
        "Sign in with a passkey",
        "sign-in/" + PasskeyScript.NAME);
  }
}
