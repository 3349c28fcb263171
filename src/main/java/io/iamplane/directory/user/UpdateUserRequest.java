package io.iamplane.directory.user;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.Size;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of an update: absent or null members stay unchanged.
 *
 * @param attributes replaces all attributes
 */
@RegisterForReflection
public record UpdateUserRequest(
    @Schema(examples = "grace.hopper@example.com") @Nullable String email,
    @Size(min = 1, max = 200) @Schema(examples = "Grace B. Hopper") @Nullable String name,
    @Schema(
            type = org.eclipse.microprofile.openapi.annotations.enums.SchemaType.OBJECT,
            examples = "{\"department\": \"navy\", \"rank\": 8}")
        @Nullable Map<String, Object> attributes) {}
