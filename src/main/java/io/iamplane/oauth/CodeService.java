package io.iamplane.oauth;

import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.iamplane.signin.CodeRedemption;
import io.iamplane.signin.SecretKind;
import io.iamplane.signin.SignInAdmission;
import io.iamplane.signin.SignInClients;
import io.iamplane.token.Audience;
import io.iamplane.token.TokenVerifier;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;

/** Issues tokens for codes (RFC 6749, section 4.1). */
@Singleton
class CodeService {

  private final SignInClients clients;
  private final CodeRedemption codes;
  private final Audience audience;
  private final TokenAdmission admission;
  private final SignInAdmission people;
  private final TokenVerifier verifier;
  private final Tracer tracer;

  CodeService(
      SignInClients clients,
      CodeRedemption codes,
      Audience audience,
      TokenAdmission admission,
      SignInAdmission people,
      TokenVerifier verifier,
      Tracer tracer) {
    this.clients = clients;
    this.codes = codes;
    this.audience = audience;
    this.admission = admission;
    this.people = people;
    this.verifier = verifier;
    this.tracer = tracer;
  }

  /** Returns true if the form presents a code, and people can sign in here. */
  boolean offers(Form form) {
    return CodeRequest.isOne(form) && clients.areOffered();
  }

  /**
   * Redeems a code; signs, so off the event loop only.
   *
   * @param resources who the token is for (RFC 8707, section 2.2); empty for this API
   * @throws OAuthException invalid_target or invalid_dpop_proof, which leave the code as it is, or
   *     invalid_grant for any error in the code
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE if the database or the keys are
   *     unavailable
   */
  TokenResponse redeem(CodeRedemption.Presented presented, List<String> resources) {
    if (!presented.client().isFor(resources, audience)) {
      throw OAuthException.invalidTarget();
    }
    TokenProofs.require(presented.proof(), presented.client().dpopBoundAccessTokens());
    try (Span span = tracer.start(SpanName.TOKEN_ISSUE)) {
      span.attribute(SpanAttribute.CLIENT, presented.client().id());
      Optional<CodeRedemption.Redeemed> redeemed =
          people.lookUp(
              SecretKind.CODE, presented.code(), () -> codes.redeem(presented, admission.origin()));
      return redeemed.map(this::response).orElseThrow(this::refusal);
    } catch (CodeRedemption.FullSessionException _) {
      throw new OAuthException(
          OAuthError.INVALID_GRANT,
          "The session already has tokens for 100 applications, the maximum. Sign out and sign in"
              + " again.");
    }
  }

  private TokenResponse response(CodeRedemption.Redeemed redeemed) {
    if (admission.isSuspect()) {
      verifier.issued(redeemed.access().token());
    }
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
