package io.iamplane.directory.group;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.Size;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of an update: absent or null members stay unchanged.
 *
 * @param attributes replaces all attributes
 */
@RegisterForReflection
public record UpdateGroupRequest(
    @Size(min = 1, max = 200) @Schema(examples = "Night shift, Berlin") @Nullable String name,
    @Schema(type = SchemaType.OBJECT, examples = "{\"site\": \"berlin\"}")
        @Nullable Map<String, Object> attributes) {}
