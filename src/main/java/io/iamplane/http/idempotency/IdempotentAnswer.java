package io.iamplane.http.idempotency;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a committed write answered.
 *
 * @param headers those that belong to the answer's meaning, such as Location and ETag
 * @param body the JSON text; null when there was none
 */
@RegisterForReflection
public record IdempotentAnswer(int status, Map<String, String> headers, @Nullable String body) {}
