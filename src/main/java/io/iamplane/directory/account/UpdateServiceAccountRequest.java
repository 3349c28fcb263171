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
 * The members of a service account that a PATCH changes.
 *
 * @param scopes null or empty: no ceiling
 * @param jwks the new public keys of a client of {@code private_key_jwt}; null: it keeps its own
 * @param dpopBoundAccessTokens true: its client gets no token without a DPoP proof, and loses those
 *     that it has; null: as before
 */
@RegisterForReflection
public record UpdateServiceAccountRequest(
    @NotNull @Size(min = 1, max = 200) @Schema(examples = "Hourly import") String name,
    @NotNull ServiceAccount.Status status,
    @Schema(examples = "[\"iam:groups.*\", \"iam:users.*\"]")
        @Nullable List<@NotNull String> scopes,
    @Schema(type = SchemaType.OBJECT) @Nullable JsonNode jwks,
    @Nullable Boolean dpopBoundAccessTokens,
    @Schema(type = SchemaType.OBJECT, examples = "{\"team\": \"data\"}")
        @Nullable Map<String, Object> attributes) {

  /** Has no member of the client, which few patches name. */
  static UpdateServiceAccountRequest of(ServiceAccount account) {
    return new UpdateServiceAccountRequest(
        account.name(), account.status(), null, null, null, account.attributes());
  }
}
