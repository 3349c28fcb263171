package io.iamplane.token.oauth;

import io.quarkus.runtime.annotations.RegisterForReflection;

/** The body of a refusal (RFC 6749, section 5.2). */
@RegisterForReflection
record OAuthErrorBody(String error, String errorDescription) {}
