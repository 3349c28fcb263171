package io.iamplane.governance.request;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A role that can be asked for, the number of approvals that it takes, and the caller's pending
 * request for it.
 */
@RegisterForReflection
public record RequestableRoleView(
    String roleKey,
    String label,
    @Nullable String application,
    @JsonProperty("is_privileged") boolean privileged,
    int steps,
    String maxDuration,
    boolean requiresJustification,
    @Nullable UUID pendingRequest) {}
