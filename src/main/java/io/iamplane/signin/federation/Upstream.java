package io.iamplane.signin.federation;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPRequest;
import com.nimbusds.oauth2.sdk.http.ReadOnlyHTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.id.Subject;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.Nonce;
import com.nimbusds.openid.connect.sdk.OIDCClaimsRequest;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.claims.ACR;
import com.nimbusds.openid.connect.sdk.claims.AccessTokenHash;
import com.nimbusds.openid.connect.sdk.claims.AuthorizedParty;
import com.nimbusds.openid.connect.sdk.claims.ClaimRequirement;
import com.nimbusds.openid.connect.sdk.claims.ClaimsSetRequest;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.claims.LogoutTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import com.nimbusds.openid.connect.sdk.validators.AccessTokenValidator;
import com.nimbusds.openid.connect.sdk.validators.IDTokenValidator;
import com.nimbusds.openid.connect.sdk.validators.InvalidHashException;
import com.nimbusds.openid.connect.sdk.validators.LogoutTokenValidator;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import io.iamplane.webhook.OutboundRequests;
import io.vertx.core.http.HttpMethod;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * This service as a client of providers (OpenID Connect Core 1.0, section 3.1). The library writes
 * requests, and reads and verifies what comes back.
 */
@Singleton
class Upstream {

  private static final String OPENID = "openid";
  private static final Duration OLDEST_LOGOUT = Duration.ofMinutes(2);
  private static final int FAILURE = 500;

  private final KnownProviders known;
  private final OutboundRequests http;
  private final io.iamplane.token.Issuer self;
  private final Clock clock;

  Upstream(
      KnownProviders known, OutboundRequests http, io.iamplane.token.Issuer self, Clock clock) {
    this.known = known;
    this.http = http;
    this.self = self;
    this.clock = clock;
  }

  /** The redirect URI of an organization's provider alone (RFC 9700, section 4.4.2). */
  String redirectUri(OrganizationId organization) {
    return self.url(FederationResource.PATH + "/" + organization + "/callback");
  }

  /**
   * The URL that a browser is sent to; throws UpstreamRefusedException if the provider cannot be
   * asked.
   *
   * @param state sealed, for the way back
   * @param greatestAge of the person's authentication, which the ID token must then state; null for
   *     any
   * @param acr the value to ask for; null for none
   */
  URI authorization(
      OrganizationId organization,
      IdentityProvider provider,
      Trip trip,
      String state,
      @Nullable Duration greatestAge,
      @Nullable String acr) {
    URI endpoint = known.get(organization, provider, null).metadata().getAuthorizationEndpointURI();
    if (http.refusal(endpoint.toString()).isPresent()) {
      throw new UpstreamRefusedException("the URL of the authorization endpoint is not allowed");
    }
    Scope scope = new Scope(OPENID);
    provider.scopes().forEach(scope::add);
    AuthenticationRequest.Builder request =
        new AuthenticationRequest.Builder(
                new ResponseType(ResponseType.Value.CODE),
                scope,
                new ClientID(provider.clientId()),
                URI.create(redirectUri(organization)))
            .endpointURI(endpoint)
            .state(new State(state))
            .nonce(new Nonce(trip.nonce().reveal()))
            .codeChallenge(new CodeVerifier(trip.verifier().reveal()), CodeChallengeMethod.S256);
    if (greatestAge != null) {
      // Some providers state the time for the one parameter, and some for the other.
      request.maxAge((int) Math.min(greatestAge.toSeconds(), Integer.MAX_VALUE)).claims(withTime());
    }
    if (acr != null) {
      request.acrValues(List.of(new ACR(acr)));
    }
    return request.build().toURI();
  }

  /** OpenID Connect Core 1.0, section 5.5. */
  private static OIDCClaimsRequest withTime() {
    return new OIDCClaimsRequest()
        .withIDTokenClaimsRequest(
            new ClaimsSetRequest()
                .add(
                    new ClaimsSetRequest.Entry(IDTokenClaimsSet.AUTH_TIME_CLAIM_NAME)
                        .withClaimRequirement(ClaimRequirement.ESSENTIAL)));
  }

  /** Requires that an answer with this {@code iss} is of the asked provider (RFC 9207, 2.4). */
  void requireIssuer(OrganizationId organization, IdentityProvider provider, @Nullable String iss) {
    boolean promised =
        known
            .get(organization, provider, null)
            .metadata()
            .supportsAuthorizationResponseIssuerParam();
    if (iss == null ? promised : !iss.equals(provider.issuer())) {
      throw new UpstreamRefusedException("the response names another issuer or none");
    }
  }

  /**
   * Redeems a code, and verifies the ID token; throws UpstreamRefusedException if anything is
   * wrong.
   *
   * @param secret of this service at the provider, read just before it is sent; null for a public
   *     client
   */
  IDTokenClaimsSet redeem(
      OrganizationId organization,
      IdentityProvider provider,
      Supplier<@Nullable Secret> secret,
      String code,
      Trip trip) {
    TokenResponse answer =
        UpstreamRefusedException.refusing(
            "the token request",
            () ->
                OIDCTokenResponseParser.parse(
                    tokenRequest(
                            organization,
                            provider,
                            secret,
                            new AuthorizationCodeGrant(
                                new AuthorizationCode(code),
                                URI.create(redirectUri(organization)),
                                new CodeVerifier(trip.verifier().reveal())))
                        .build()
                        .toHTTPRequest()
                        .send(each -> carry(organization, each))));
    if (!(answer instanceof OIDCTokenResponse success)) {
      throw new UpstreamRefusedException("the provider refused the code");
    }
    return UpstreamRefusedException.refusing(
        "verification of the ID token",
        () -> verified(organization, provider, success.getOIDCTokens(), trip));
  }

  private IDTokenClaimsSet verified(
      OrganizationId organization, IdentityProvider provider, OIDCTokens tokens, Trip trip)
      throws BadJOSEException, JOSEException, InvalidHashException {
    if (!(tokens.getIDToken() instanceof SignedJWT idToken)) {
      throw new UpstreamRefusedException("the ID token is not signed");
    }
    IDTokenClaimsSet claims =
        new IDTokenValidator(
                new Issuer(provider.issuer()),
                new ClientID(provider.clientId()),
                provider.idTokenAlg().algorithm(),
                known.get(organization, provider, idToken.getHeader().getKeyID()).keys())
            .validate(idToken, new Nonce(trip.nonce().reveal()));
    AuthorizedParty party = claims.getAuthorizedParty();
    // The library looks at it beside several audiences alone.
    if (party != null && !party.getValue().equals(provider.clientId())) {
      throw new UpstreamRefusedException("the ID token was issued to another client");
    }
    AccessTokenHash hash = claims.getAccessTokenHash();
    if (hash != null) {
      AccessTokenValidator.validate(
          tokens.getAccessToken(), provider.idTokenAlg().algorithm(), hash);
    }
    // An empty one fails here, and not where it is used.
    Objects.requireNonNull(claims.getSubject());
    return claims;
  }

  String logoutUri(OrganizationId organization) {
    return self.url(FederationResource.PATH + "/" + organization + "/backchannel-logout");
  }

  /**
   * Verifies a logout token (Back-Channel Logout 1.0, section 2.6), and returns the person in it;
   * throws UpstreamRefusedException if anything is wrong, or it names a session alone.
   */
  Subject signedOut(OrganizationId organization, IdentityProvider provider, String token) {
    LogoutTokenClaimsSet claims =
        UpstreamRefusedException.refusing(
            "verification of the logout token",
            () -> {
              SignedJWT jwt = SignedJWT.parse(token);
              LogoutTokenClaimsSet valid =
                  new LogoutTokenValidator(
                          new Issuer(provider.issuer()),
                          new ClientID(provider.clientId()),
                          provider.idTokenAlg().algorithm(),
                          known.get(organization, provider, jwt.getHeader().getKeyID()).keys())
                      .validate(jwt);
              if (valid.getSubject() == null) {
                throw new UpstreamRefusedException("the logout token has no subject");
              }
              return valid;
            });
    // No token is remembered, so that an old one must not end sessions that began later.
    if (claims.getIssueTime().toInstant().plus(OLDEST_LOGOUT).isBefore(clock.instant())) {
      throw new UpstreamRefusedException("the logout token is too old");
    }
    return claims.getSubject();
  }

  private TokenRequest.Builder tokenRequest(
      OrganizationId organization,
      IdentityProvider provider,
      Supplier<@Nullable Secret> held,
      AuthorizationCodeGrant grant) {
    OIDCProviderMetadata metadata = known.get(organization, provider, null).metadata();
    URI endpoint = metadata.getTokenEndpointURI();
    ClientID id = new ClientID(provider.clientId());
    Secret secret = held.get();
    if (secret == null) {
      return new TokenRequest.Builder(endpoint, id, grant);
    }
    var text = new com.nimbusds.oauth2.sdk.auth.Secret(secret.reveal());
    return new TokenRequest.Builder(
        endpoint,
        method(provider, metadata) == TokenAuthMethod.BASIC
            ? new ClientSecretBasic(id, text)
            : new ClientSecretPost(id, text),
        grant);
  }

  /** Basic authentication, which is the default, unless the provider takes the form alone. */
  private static TokenAuthMethod method(IdentityProvider provider, OIDCProviderMetadata metadata) {
    TokenAuthMethod named = provider.tokenEndpointAuthMethod();
    if (named != null) {
      return named;
    }
    List<ClientAuthenticationMethod> taken = metadata.getTokenEndpointAuthMethods();
    return taken == null || taken.contains(TokenAuthMethod.BASIC.method())
        ? TokenAuthMethod.BASIC
        : TokenAuthMethod.POST;
  }

  private ReadOnlyHTTPResponse carry(OrganizationId organization, ReadOnlyHTTPRequest request)
      throws IOException {
    Map<String, String> headers = new HashMap<>();
    request.getHeaderMap().forEach((name, values) -> headers.put(name, values.getFirst()));
    headers.put("accept", "application/json");
    String body = request.getBody();
    try {
      OutboundRequests.Answer answer =
          http.send(
              organization, HttpMethod.POST, request.getURI(), headers, body == null ? "" : body);
      if (answer.status() >= FAILURE) {
        throw UpstreamRefusedException.unavailable(
            "the token endpoint returned status " + answer.status());
      }
      HTTPResponse read = new HTTPResponse(answer.status());
      read.setContentType("application/json");
      read.setBody(answer.body());
      return read;
    } catch (OutboundRequests.RefusedException e) {
      throw UpstreamRefusedException.unavailable(String.valueOf(e.getMessage()));
    } catch (ParseException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
