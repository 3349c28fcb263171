package io.iamplane.signin.federation;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A provider as the wire shows it; the secret is never shown.
 *
 * @param redirectUri to register at the provider
 * @param closing true while it is being removed or replaced: no one signs in by it, and the request
 *     that broke off is to be repeated
 * @param backchannelLogoutUri the same, if the provider reports sign-outs
 */
@RegisterForReflection
record IdentityProviderView(
    String name,
    String issuer,
    String clientId,
    @Nullable TokenAuthMethod tokenEndpointAuthMethod,
    IdTokenAlg idTokenAlg,
    List<String> scopes,
    Map<String, List<String>> requiredClaims,
    boolean createUsers,
    ClaimRules.@Nullable Link link,
    @Nullable String groupsClaim,
    Map<String, String> groups,
    List<String> aal2Acr,
    List<String> aal2Amr,
    boolean closing,
    String redirectUri,
    String backchannelLogoutUri,
    Instant createdAt) {

  static IdentityProviderView of(
      IdentityProvider provider, String redirectUri, String backchannelLogoutUri) {
    ClaimRules rules = provider.rules();
    return new IdentityProviderView(
        provider.name(),
        provider.issuer(),
        provider.clientId(),
        provider.tokenEndpointAuthMethod(),
        provider.idTokenAlg(),
        provider.scopes(),
        rules.requiredClaims(),
        rules.createUsers(),
        rules.link(),
        rules.groupsClaim(),
        rules.groups(),
        rules.aal2Acr(),
        rules.aal2Amr(),
        provider.closing(),
        redirectUri,
        backchannelLogoutUri,
        provider.createdAt());
  }
}
