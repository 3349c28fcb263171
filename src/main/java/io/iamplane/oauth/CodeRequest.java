package io.iamplane.oauth;

import io.iamplane.shared.Secret;
import io.iamplane.signin.CodeRedemption;
import io.iamplane.signin.Pkce;
import io.iamplane.token.KeyProof;
import java.util.List;

/** A request of a public client to redeem a code (RFC 6749, section 4.1.3; RFC 7636, 4.5). */
final class CodeRequest {

  static final String AUTHORIZATION_CODE = "authorization_code";

  private CodeRequest() {}

  static boolean isOne(Form form) {
    return form.value("grant_type").filter(AUTHORIZATION_CODE::equals).isPresent();
  }

  /**
   * Reads a request.
   *
   * @param proof that came with it
   * @throws OAuthException invalid_client when the client claims to have a secret or a key,
   *     invalid_request for all else that is wrong
   */
  static CodeRedemption.Presented read(List<String> authorization, Form form, KeyProof proof) {
    String clientId = PublicClientForm.clientId(authorization, form);
    String verifier = PublicClientForm.required(form, "code_verifier");
    if (!Pkce.isVerifier(verifier)) {
      throw OAuthException.invalidRequest("code_verifier has 43 to 128 characters of RFC 7636.");
    }
    return new CodeRedemption.Presented(
        new Secret(PublicClientForm.required(form, "code")),
        clientId,
        PublicClientForm.required(form, "redirect_uri"),
        new Secret(verifier),
        proof);
  }
}
