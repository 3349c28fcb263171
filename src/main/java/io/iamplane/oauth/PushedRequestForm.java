package io.iamplane.oauth;

import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The form of a pushed request in the OpenAPI document. Members that are not required may be
 * absent, and there are more: all parameters of the authorization endpoint.
 */
@RegisterForReflection
@Schema(
    requiredProperties = {
      "client_id",
      "response_type",
      "redirect_uri",
      "code_challenge",
      "code_challenge_method"
    })
record PushedRequestForm(
    String clientId,
    @Schema(enumeration = "code") String responseType,
    String redirectUri,
    @Schema(description = "SHA-256 of the verifier (RFC 7636)") String codeChallenge,
    @Schema(enumeration = "S256") String codeChallengeMethod,
    @Schema(description = "openid, offline_access, both or none") String scope,
    String state,
    String nonce,
    @Schema(description = "The key that the code is bound to (RFC 9449)") String dpopJkt) {}
