package io.iamplane.directory.account;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of an update: absent or null members stay unchanged.
 *
 * @param scopes replaces all scopes
 * @param jwks replaces the public keys of a client of {@code private_key_jwt}
 * @param attributes replaces all attributes
 */
@RegisterForReflection
public record UpdateServiceAccountRequest(
    @Size(min = 1, max = 200) @Schema(examples = "Hourly import") @Nullable String name,
    ServiceAccount.@Nullable Status status,
    @Schema(examples = "[\"iam:groups.*\", \"iam:users.*\"]")
        @Nullable List<@NotNull String> scopes,
    @Schema(type = SchemaType.OBJECT) @Nullable JsonNode jwks,
    @Schema(type = SchemaType.OBJECT, examples = "{\"team\": \"data\"}")
        @Nullable Map<String, Object> attributes) {}
