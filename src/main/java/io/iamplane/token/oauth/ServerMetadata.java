package io.iamplane.token.oauth;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * What this server does, complete and true (RFC 8414, section 2). {@code response_types_supported}
 * is required there; without an authorization endpoint it is empty.
 */
@RegisterForReflection
record ServerMetadata(
    String issuer,
    String tokenEndpoint,
    String jwksUri,
    List<String> responseTypesSupported,
    List<String> grantTypesSupported,
    List<String> tokenEndpointAuthMethodsSupported,
    List<String> tokenEndpointAuthSigningAlgValuesSupported) {}
