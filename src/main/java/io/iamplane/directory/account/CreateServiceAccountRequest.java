package io.iamplane.directory.account;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.directory.client.ClientAuthMethod;
import io.iamplane.directory.client.JsonWebKeys;
import io.iamplane.shared.IamException;
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
 * The body of a creation; see {@link ServiceAccount} for the other members.
 *
 * @param scopes the ceiling of its tokens (RFC 6749, section 3.3): permissions of the control plane
 *     and patterns of them; absent or empty: no ceiling
 * @param auth the authentication method of its client; {@code client_secret} if absent
 * @param jwks the client's public keys (RFC 7517), for {@code private_key_jwt} alone
 * @param dpopBoundAccessTokens true: its client gets no token without a DPoP proof (RFC 9449,
 *     section 5.2); false if absent
 */
@RegisterForReflection
public record CreateServiceAccountRequest(
    @NotBlank @Size(max = 200) @Schema(examples = "Nightly import") String name,
    @Schema(examples = "[\"iam:users.*\"]") @Nullable List<@NotNull String> scopes,
    @Nullable ClientAuthMethod auth,
    @Schema(type = SchemaType.OBJECT) @Nullable JsonNode jwks,
    @Nullable Boolean dpopBoundAccessTokens,
    @Schema(examples = "nightly-import") @Nullable String externalId,
    @Schema(type = SchemaType.OBJECT, examples = "{\"team\": \"data\"}")
        @Nullable Map<String, Object> attributes) {

  /**
   * The keys of a client that proves itself by them; null for one with a secret. VALIDATION when
   * method and keys do not go together, or a key is invalid.
   */
  @Nullable JsonWebKeys keys() {
    boolean byKeys = auth == ClientAuthMethod.PRIVATE_KEY_JWT;
    if (byKeys && jwks == null) {
      throw IamException.validation("jwks", "required for 'private_key_jwt'");
    }
    if (!byKeys && jwks != null) {
      throw IamException.validation("jwks", "must be absent unless 'auth' is 'private_key_jwt'");
    }
    return jwks == null ? null : JsonWebKeys.parse(jwks);
  }
}
