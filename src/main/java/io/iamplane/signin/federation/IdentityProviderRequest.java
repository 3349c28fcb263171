package io.iamplane.signin.federation;

import io.iamplane.shared.IamException;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body that names a provider: all of it, except that the secret stays when it is left out.
 *
 * @param clientSecret of this service at the provider; required with a new issuer or client, and
 *     none if {@code tokenEndpointAuthMethod} is {@code none}
 * @param tokenEndpointAuthMethod the provider's choice of the two with a secret if absent
 * @param idTokenAlg RS256 if absent
 * @param createUsers false if absent
 */
@RegisterForReflection
record IdentityProviderRequest(
    @NotBlank @Size(max = 100) @Schema(examples = "Acme") String name,
    @NotBlank @Size(max = 512) @Schema(examples = "https://login.acme.example") String issuer,
    @NotBlank @Size(max = 256) @Schema(examples = "iam") String clientId,
    @Nullable @Size(min = 1, max = 1_024) @Schema(examples = "secret-from-the-provider")
        String clientSecret,
    @Nullable TokenAuthMethod tokenEndpointAuthMethod,
    @Nullable IdTokenAlg idTokenAlg,
    @Nullable @Size(max = 20)
        List<@NotNull @Pattern(regexp = "[!#-\\[\\]-~]{1,100}") String> scopes,
    @Nullable
        @Size(max = 20)
        @Schema(type = SchemaType.OBJECT, examples = "{\"hd\": [\"acme.example\"]}")
        Map<
                @NotBlank @Size(max = 100) String,
                @NotNull @Size(min = 1, max = 50) List<@NotNull @Size(max = 256) String>>
            requiredClaims,
    @Nullable Boolean createUsers,
    @Nullable @Valid LinkRequest link,
    @Nullable @Size(min = 1, max = 100) @Schema(examples = "groups") String groupsClaim,
    @Nullable
        @Size(max = 200)
        @Schema(type = SchemaType.OBJECT, examples = "{\"staff\": \"employees\"}")
        Map<@NotBlank @Size(max = 256) String, @NotBlank @Size(max = 256) String> groups,
    @Nullable @Size(max = 20) List<@NotBlank @Size(max = 256) String> aal2Acr,
    @Nullable @Size(max = 20) List<@NotBlank @Size(max = 100) String> aal2Amr) {

  /**
   * The rule that finds a person who is here already: {@code claim} holds the external id, {@code
   * verifiedClaim} must be true.
   */
  @RegisterForReflection
  record LinkRequest(
      @NotBlank @Size(max = 100) @Schema(examples = "employee_number") String claim,
      @NotBlank @Size(max = 100) @Schema(examples = "employee_number_verified")
          String verifiedClaim) {}

  /** The described provider; throws VALIDATION when members do not go together. */
  IdentityProvider provider(long revision, Instant createdAt) {
    Map<String, String> mapped = groups == null ? Map.of() : Map.copyOf(groups);
    if (groupsClaim == null && !mapped.isEmpty()) {
      throw IamException.validation("groups_claim", "required if 'groups' is not empty");
    }
    if (tokenEndpointAuthMethod == TokenAuthMethod.NONE && clientSecret != null) {
      throw IamException.validation(
          "client_secret", "must be absent if 'token_endpoint_auth_method' is 'none'");
    }
    return new IdentityProvider(
        name.strip(),
        issuer,
        clientId,
        tokenEndpointAuthMethod,
        idTokenAlg == null ? IdTokenAlg.RS256 : idTokenAlg,
        scopes == null ? List.of() : scopes.stream().distinct().toList(),
        new ClaimRules(
            requiredClaims == null ? Map.of() : Map.copyOf(requiredClaims),
            Boolean.TRUE.equals(createUsers),
            link == null ? null : new ClaimRules.Link(link.claim(), link.verifiedClaim()),
            groupsClaim,
            mapped,
            aal2Acr == null ? List.of() : List.copyOf(aal2Acr),
            aal2Amr == null ? List.of() : List.copyOf(aal2Amr)),
        false,
        revision,
        createdAt);
  }

  /** Hides the secret. */
  @Override
  public String toString() {
    return "identity provider " + issuer;
  }
}
