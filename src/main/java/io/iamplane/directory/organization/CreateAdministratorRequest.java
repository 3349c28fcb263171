package io.iamplane.directory.organization;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.directory.account.CreateServiceAccountRequest;
import io.iamplane.directory.client.ClientAuthMethod;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.Size;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The administrator of an organization, to be made: a service account with a client.
 *
 * @param name {@value #DEFAULT_NAME} when absent
 * @param auth how its client proves itself; {@code client_secret} when absent
 * @param jwks the client's public keys (RFC 7517), for {@code private_key_jwt} alone: with these
 *     the platform never sees a secret of the tenant
 */
@RegisterForReflection
public record CreateAdministratorRequest(
    @Size(max = 200) @Schema(examples = "Acme operations") @Nullable String name,
    @Nullable ClientAuthMethod auth,
    @Schema(type = SchemaType.OBJECT) @Nullable JsonNode jwks) {

  static final String DEFAULT_NAME = "administrator";

  /** One with a secret. */
  public static CreateAdministratorRequest named(@Nullable String name) {
    return new CreateAdministratorRequest(name, null, null);
  }

  /** The service account that it is; a client without a ceiling. */
  public CreateServiceAccountRequest account() {
    String checked = DirectoryRules.name("administrator.name", name == null ? DEFAULT_NAME : name);
    return new CreateServiceAccountRequest(checked, null, auth, jwks, null, null, null);
  }
}
