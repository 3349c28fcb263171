package io.iamplane.oauth;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.directory.client.AssertionAlgorithm;
import io.iamplane.key.Es256;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Scopes;
import io.iamplane.signin.AuthorizationResource;
import io.iamplane.signin.Pkce;
import io.iamplane.signin.SignInClients;
import io.iamplane.signin.SignOutResource;
import io.iamplane.signin.UserInfoResource;
import io.iamplane.token.DpopProofs;
import io.iamplane.token.Issuer;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The complete metadata of this server (RFC 8414, section 2; OpenID Connect Discovery 1.0, section
 * 3). Members about people are null, and left out, if no one can sign in.
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
record ServerMetadata(
    String issuer,
    @Nullable String authorizationEndpoint,
    String tokenEndpoint,
    String jwksUri,
    @Nullable String userinfoEndpoint,
    @Nullable String endSessionEndpoint,
    @Nullable String pushedAuthorizationRequestEndpoint,
    String introspectionEndpoint,
    String revocationEndpoint,
    List<String> responseTypesSupported,
    @Nullable List<String> responseModesSupported,
    List<String> grantTypesSupported,
    @Nullable List<String> codeChallengeMethodsSupported,
    @Nullable Boolean authorizationResponseIssParameterSupported,
    @Nullable List<String> scopesSupported,
    @Nullable List<String> subjectTypesSupported,
    @Nullable List<String> idTokenSigningAlgValuesSupported,
    @Nullable List<String> acrValuesSupported,
    @Nullable List<String> claimsSupported,
    @Nullable List<String> promptValuesSupported,
    @Nullable Boolean requestParameterSupported,
    @Nullable Boolean requestUriParameterSupported,
    @Nullable Boolean claimsParameterSupported,
    @Nullable Boolean backchannelLogoutSupported,
    @Nullable Boolean backchannelLogoutSessionSupported,
    List<String> tokenEndpointAuthMethodsSupported,
    List<String> tokenEndpointAuthSigningAlgValuesSupported,
    List<String> introspectionEndpointAuthMethodsSupported,
    List<String> introspectionEndpointAuthSigningAlgValuesSupported,
    List<String> revocationEndpointAuthMethodsSupported,
    List<String> revocationEndpointAuthSigningAlgValuesSupported,
    List<String> dpopSigningAlgValuesSupported) {

  /** One authentication at all three endpoints. */
  private static final List<String> METHODS =
      List.of("client_secret_basic", "client_secret_post", "private_key_jwt");

  private static final List<String> ALGORITHMS = AssertionAlgorithm.names();

  private static final List<String> CLAIMS =
      List.of("iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "sid", "name");

  /** Makes the document from the configuration. */
  @Singleton
  static class Source {

    private final Issuer issuer;
    private final boolean people;
    private final List<String> levels;

    Source(Issuer issuer, SignInClients clients) {
      this.issuer = issuer;
      this.people = clients.areOffered();
      this.levels =
          Stream.of(Aal.values())
              .filter(each -> each.compareTo(clients.strongest()) <= 0)
              .map(Aal::wire)
              .toList();
    }

    ServerMetadata get() {
      return new ServerMetadata(
          issuer.value(),
          forPeople(issuer.url(AuthorizationResource.PATH)),
          issuer.url(TokenResource.PATH),
          issuer.url("/.well-known/jwks.json"),
          forPeople(issuer.url(UserInfoResource.PATH)),
          forPeople(issuer.url(SignOutResource.PATH)),
          forPeople(issuer.url(PushedRequestResource.PATH)),
          issuer.url(IntrospectionResource.PATH),
          issuer.url(RevocationResource.PATH),
          people ? List.of("code") : List.of(),
          forPeople(List.of("query")),
          people
              ? List.of(
                  TokenRequest.CLIENT_CREDENTIALS,
                  CodeService.AUTHORIZATION_CODE,
                  RefreshService.REFRESH_TOKEN,
                  ExchangeRequest.TOKEN_EXCHANGE)
              : List.of(TokenRequest.CLIENT_CREDENTIALS),
          forPeople(List.of(Pkce.METHOD)),
          forPeople(true),
          forPeople(List.of(Scopes.OPENID, Scopes.OFFLINE_ACCESS)),
          forPeople(List.of("public")),
          forPeople(List.of(Es256.ALG)),
          forPeople(levels),
          forPeople(CLAIMS),
          forPeople(List.of("none", "login")),
          forPeople(false),
          forPeople(false),
          forPeople(false),
          forPeople(true),
          forPeople(true),
          people ? withNone() : METHODS,
          ALGORITHMS,
          METHODS,
          ALGORITHMS,
          people ? withNone() : METHODS,
          ALGORITHMS,
          DpopProofs.ALGORITHMS);
    }

    private <T> @Nullable T forPeople(T member) {
      return people ? member : null;
    }

    private static List<String> withNone() {
      return Stream.concat(METHODS.stream(), Stream.of("none")).toList();
    }
  }
}
