package io.iamplane.directory.user;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The members of a user that a PATCH changes. */
@RegisterForReflection
public record UpdateUserRequest(
    @Schema(examples = "grace.hopper@example.com") @Nullable String email,
    @NotNull @Size(min = 1, max = 200) @Schema(examples = "Grace B. Hopper") String name,
    @Schema(
            type = org.eclipse.microprofile.openapi.annotations.enums.SchemaType.OBJECT,
            examples = "{\"department\": \"navy\", \"rank\": 8}")
        @Nullable Map<String, Object> attributes) {

  static UpdateUserRequest of(User user) {
    return new UpdateUserRequest(user.email(), user.name(), user.attributes());
  }
}
