package io.iamplane.key;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What may be shown of a signing key: the image in audit records and events.
 *
 * @param kid the JWK thumbprint of its public part (RFC 7638)
 * @param alg the JWS algorithm
 * @param activatedAt since when it signs; null while it is pending
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SigningKey(
    String kid,
    KeyPurpose purpose,
    String alg,
    KeyStatus status,
    Instant publishedAt,
    @Nullable Instant activatedAt) {}
