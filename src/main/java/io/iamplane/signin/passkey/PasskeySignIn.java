package io.iamplane.signin.passkey;

import io.iamplane.shared.Aal;
import io.iamplane.shared.Secret;
import io.iamplane.signin.AuthorizationRequest;
import io.iamplane.signin.PageLanguage;
import io.iamplane.signin.PageText;
import io.iamplane.signin.SignInMethod;
import io.iamplane.signin.passkey.Challenges.Ceremony;
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
  public String part(
      AuthorizationRequest request, Secret form, String fields, PageLanguage language) {
    Challenges.Challenge challenge = challenges.next();
    return PasskeyForm.of(
        language,
        "get",
        "sign-in/passkey",
        party.request(challenge),
        fields + challenges.field(Ceremony.SIGN_IN, challenge, form),
        PageText.SIGN_IN_WITH_PASSKEY,
        "sign-in/" + PasskeyScript.NAME);
  }
}
