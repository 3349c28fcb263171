package io.iamplane.http.idempotency;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a committed write.
 *
 * @param headers that belong to the answer's meaning, such as Location and ETag
 * @param body the JSON text; null if there was none
 */
@RegisterForReflection
public record IdempotentAnswer(int status, Map<String, String> headers, @Nullable String body) {}
