package io.iamplane.oauth;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The form of a token request in the OpenAPI document; {@link Form} and {@link ClientCredentials}
 * read it. Members that are not required may be absent.
 */
@RegisterForReflection
@Schema(requiredProperties = "grant_type")
record TokenForm(
    @Schema(
            enumeration = {
              TokenRequest.CLIENT_CREDENTIALS,
              CodeService.AUTHORIZATION_CODE,
              RefreshService.REFRESH_TOKEN,
              ExchangeRequest.TOKEN_EXCHANGE
            })
        String grantType,
    @Schema(
            description =
                "Scope names, separated by spaces; defaults to all scopes that the client or, for a"
                    + " refresh token, the original token has")
        String scope,
    @Schema(description = "If present, must be this API's audience (RFC 8707); may be repeated")
        List<String> resource,
    String clientId,
    String clientSecret,
    @Schema(enumeration = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        String clientAssertionType,
    @Schema(description = "The client's signed assertion (RFC 7523, section 2.2)")
        String clientAssertion,
    @Schema(description = "The code from the authorization endpoint") String code,
    @Schema(description = "The `redirect_uri` from the authorization request") String redirectUri,
    @Schema(description = "The code verifier from which `code_challenge` was derived (RFC 7636)")
        String codeVerifier,
    @Schema(description = "The most recent refresh token in its family") String refreshToken,
    @Schema(description = "The access token of the person for whom the client acts (RFC 8693)")
        String subjectToken,
    @Schema(enumeration = ExchangeRequest.ACCESS_TOKEN) String subjectTokenType) {}
