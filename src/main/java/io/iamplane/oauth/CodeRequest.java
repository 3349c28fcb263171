package io.iamplane.oauth;

import io.iamplane.shared.Secret;
import io.iamplane.signin.CodeRedemption;
import io.iamplane.signin.Pkce;
import io.iamplane.signin.SignInClient;
import io.iamplane.token.KeyProof;

/** A request of a client to redeem a code (RFC 6749, section 4.1.3; RFC 7636, 4.5). */
final class CodeRequest {

  static final String AUTHORIZATION_CODE = "authorization_code";

  private CodeRequest() {}

  static boolean isOne(Form form) {
    return form.value("grant_type").filter(AUTHORIZATION_CODE::equals).isPresent();
  }

  /**
   * Reads a request.
   *
   * @param client proved as its kind requires
   * @param proof that came with it
   * @throws OAuthException invalid_request for all that is wrong
   */
  static CodeRedemption.Presented read(SignInClient client, Form form, KeyProof proof) {
    String verifier = form.required("code_verifier");
    if (!Pkce.isVerifier(verifier)) {
      throw OAuthException.invalidRequest(
          "'code_verifier' must consist of 43 to 128 unreserved characters (RFC 7636, section"
              + " 4.1).");
    }
    return new CodeRedemption.Presented(
        new Secret(form.required("code")),
        client,
        form.required("redirect_uri"),
        new Secret(verifier),
        proof);
  }
}
