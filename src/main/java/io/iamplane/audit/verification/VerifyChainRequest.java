package io.iamplane.audit.verification;

import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * How to verify.
 *
 * @param full every record, not only those since the last checkpoint; false when absent
 */
@RegisterForReflection
public record VerifyChainRequest(@Schema(examples = "true") @Nullable Boolean full) {}
