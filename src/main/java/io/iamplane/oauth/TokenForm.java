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
              CodeRequest.AUTHORIZATION_CODE,
              RefreshRequest.REFRESH_TOKEN,
              ExchangeRequest.TOKEN_EXCHANGE
            })
        String grantType,
    @Schema(description = "Names separated by spaces; if absent, all scopes of the client")
        String scope,
    @Schema(
            description =
                "The audience of the token (RFC 8707): this API's, or absent; may be repeated")
        List<String> resource,
    String clientId,
    String clientSecret,
    @Schema(enumeration = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        String clientAssertionType,
    @Schema(description = "A signed assertion (RFC 7523, section 2.2)") String clientAssertion,
    @Schema(description = "From the authorization endpoint") String code,
    @Schema(description = "As in the authorization request") String redirectUri,
    @Schema(description = "The text that code_challenge was made of (RFC 7636)")
        String codeVerifier,
    @Schema(description = "The newest of its family") String refreshToken,
    @Schema(description = "A person's access token (RFC 8693)") String subjectToken,
    @Schema(enumeration = ExchangeRequest.ACCESS_TOKEN) String subjectTokenType) {}
