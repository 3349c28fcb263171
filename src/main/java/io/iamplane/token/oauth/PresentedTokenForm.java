package io.iamplane.token.oauth;

import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The form of a question about a token as the OpenAPI document shows it; {@link PresentedToken}
 * reads it. What is not required may be left out.
 */
@RegisterForReflection
@Schema(requiredProperties = "token")
record PresentedTokenForm(
    String token,
    @Schema(description = "Any value is accepted; access tokens are all there are")
        String tokenTypeHint,
    String clientId,
    String clientSecret,
    @Schema(enumeration = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        String clientAssertionType,
    @Schema(description = "A signed assertion (RFC 7523, section 2.2)") String clientAssertion) {}
