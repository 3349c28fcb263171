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
    @Schema(description = "The SHA-256 hash of the code verifier, in base64url (RFC 7636)")
        String codeChallenge,
    @Schema(enumeration = "S256") String codeChallengeMethod,
    @Schema(description = "`openid`, `offline_access`, both or neither") String scope,
    String state,
    String nonce,
    @Schema(description = "The thumbprint of the key that the code is bound to (RFC 9449)")
        String dpopJkt) {}
