package io.iamplane.directory.group;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a creation.
 *
 * @param key its readable name, unique and fixed for life
 * @param source its origin; {@code manual} if absent
 * @param externalId its id in another system; every reference accepts it
 * @param attributes for conditions
 */
@RegisterForReflection
public record CreateGroupRequest(
    @NotBlank @Size(max = 250) @Schema(examples = "night-shift") String key,
    @NotBlank @Size(max = 200) @Schema(examples = "Night shift") String name,
    @Size(min = 1, max = 200) @Schema(examples = "manual") @Nullable String source,
    @Schema(examples = "shift-2") @Nullable String externalId,
    @Schema(type = SchemaType.OBJECT, examples = "{\"site\": \"berlin\"}")
        @Nullable Map<String, Object> attributes) {

  private static final String PEOPLE = "manual";

  NewGroup toNewGroup() {
    return new NewGroup(
        key,
        externalId,
        name,
        source == null ? PEOPLE : source,
        attributes == null ? Map.of() : attributes);
  }
}
