package io.iamplane.oauth;

import io.iamplane.shared.Secret;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.iamplane.signin.CodeRedemption;
import io.iamplane.signin.Pkce;
import io.iamplane.signin.SecretKind;
import io.iamplane.signin.SignInClient;
import io.iamplane.token.Audience;
import io.iamplane.token.KeyProof;
import jakarta.inject.Singleton;
import java.util.Optional;

/** Issues tokens for codes (RFC 6749, section 4.1; RFC 7636, section 4.5). */
@Singleton
class CodeService {

  static final String AUTHORIZATION_CODE = "authorization_code";

  private final CodeRedemption codes;
  private final Audience audience;
  private final TokenAdmission admission;
  private final Tracer tracer;

  CodeService(CodeRedemption codes, Audience audience, TokenAdmission admission, Tracer tracer) {
    this.codes = codes;
    this.audience = audience;
    this.admission = admission;
    this.tracer = tracer;
  }

  /**
   * Redeems the code of a form; signs, so off the event loop only.
   *
   * @param client proved as its kind requires
   * @throws OAuthException invalid_request for what is wrong in the form, invalid_target or
   *     invalid_dpop_proof, which leave the code as it is, or invalid_grant for any error in the
   *     code
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE if the database or the keys are
   *     unavailable
   */
  TokenResponse redeem(SignInClient client, Form form, KeyProof proof) {
    CodeRedemption.Presented presented = presented(client, form, proof);
    if (!client.isFor(form.all(Audience.RESOURCE), audience)) {
      throw OAuthException.invalidTarget();
    }
    TokenProofs.require(proof, client.dpopBoundAccessTokens());
    try (Span span = tracer.start(SpanName.TOKEN_ISSUE)) {
      span.attribute(SpanAttribute.CLIENT, client.id());
      Optional<CodeRedemption.Redeemed> redeemed =
          admission.lookUp(
              SecretKind.CODE, presented.code(), () -> codes.redeem(presented, admission.origin()));
      return redeemed.map(CodeService::response).orElseThrow(this::refusal);
    } catch (CodeRedemption.FullSessionException _) {
      throw new OAuthException(
          OAuthError.INVALID_GRANT,
          "The session already has tokens for 100 applications, the maximum. Sign out and sign in"
              + " again.");
    }
  }

  private static CodeRedemption.Presented presented(
      SignInClient client, Form form, KeyProof proof) {
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

  private static TokenResponse response(CodeRedemption.Redeemed redeemed) {
    return new TokenResponse(
        redeemed.access().token().reveal(),
        TokenResponse.type(redeemed.keyThumbprint()),
        redeemed.access().lifetime().toSeconds(),
        redeemed.scope().isEmpty() ? null : redeemed.scope(),
        redeemed.idToken() == null ? null : redeemed.idToken().reveal(),
        redeemed.refreshToken() == null ? null : redeemed.refreshToken().reveal(),
        null);
  }

  private OAuthException refusal() {
    admission.refused();
    return new OAuthException(
        OAuthError.INVALID_GRANT,
        "The code is unknown, expired or already used, or it does not match this request.");
  }
}
