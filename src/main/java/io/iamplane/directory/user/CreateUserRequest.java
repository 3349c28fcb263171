package io.iamplane.directory.user;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a creation.
 *
 * @param externalId this person's id in another system; every reference accepts it
 * @param attributes for conditions
 */
@RegisterForReflection
public record CreateUserRequest(
    @Schema(examples = "grace@example.com") @Nullable String email,
    @NotBlank @Size(max = 200) @Schema(examples = "Grace Hopper") String name,
    @Schema(examples = "grace") @Nullable String externalId,
    @Schema(
            type = org.eclipse.microprofile.openapi.annotations.enums.SchemaType.OBJECT,
            examples = "{\"department\": \"navy\"}")
        @Nullable Map<String, Object> attributes) {

  NewUser toNewUser() {
    return new NewUser(
        externalId, email, name, User.Status.ACTIVE, attributes == null ? Map.of() : attributes);
  }
}
