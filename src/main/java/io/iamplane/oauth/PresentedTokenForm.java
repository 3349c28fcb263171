package io.iamplane.oauth;

import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The form for a presented token in the OpenAPI document; {@link PresentedToken} reads it. Members
 * that are not required may be absent.
 */
@RegisterForReflection
@Schema(requiredProperties = "token")
record PresentedTokenForm(
    String token,
    @Schema(description = "Any value is accepted and ignored") String tokenTypeHint,
    String clientId,
    String clientSecret,
    @Schema(enumeration = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        String clientAssertionType,
    @Schema(description = "The client's signed assertion (RFC 7523, section 2.2)")
        String clientAssertion) {}
