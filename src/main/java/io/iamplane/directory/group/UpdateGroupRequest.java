package io.iamplane.directory.group;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The members of a group that a PATCH changes. */
@RegisterForReflection
public record UpdateGroupRequest(
    @NotNull @Size(min = 1, max = 200) @Schema(examples = "Night shift, Berlin") String name,
    @Schema(type = SchemaType.OBJECT, examples = "{\"site\": \"berlin\"}")
        @Nullable Map<String, Object> attributes) {

  static UpdateGroupRequest of(Group group) {
    return new UpdateGroupRequest(group.name(), group.attributes());
  }
}
