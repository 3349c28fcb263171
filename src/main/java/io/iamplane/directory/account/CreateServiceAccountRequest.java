package io.iamplane.directory.account;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a creation.
 *
 * @param scopes what its tokens may be asked for (RFC 6749, section 3.3)
 * @param externalId what another system calls it; every reference accepts it
 * @param attributes what conditions may read
 */
@RegisterForReflection
public record CreateServiceAccountRequest(
    @NotBlank @Size(max = 200) @Schema(examples = "Nightly import") String name,
    @Schema(examples = "[\"import\"]") @Nullable List<@NotNull String> scopes,
    @Schema(examples = "nightly-import") @Nullable String externalId,
    @Schema(type = SchemaType.OBJECT, examples = "{\"team\": \"data\"}") @Nullable
        Map<String, Object> attributes) {}
