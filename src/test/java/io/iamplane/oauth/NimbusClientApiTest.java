package io.iamplane.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.ClientCredentialsGrant;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.TokenIntrospectionRequest;
import com.nimbusds.oauth2.sdk.TokenIntrospectionResponse;
import com.nimbusds.oauth2.sdk.TokenIntrospectionSuccessResponse;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.TokenRevocationRequest;
import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.auth.ClientAuthentication;
import com.nimbusds.oauth2.sdk.auth.ClientAuthenticationMethod;
import com.nimbusds.oauth2.sdk.auth.ClientSecretBasic;
import com.nimbusds.oauth2.sdk.auth.ClientSecretPost;
import com.nimbusds.oauth2.sdk.auth.PrivateKeyJWT;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.dpop.DPoPProofFactory;
import com.nimbusds.oauth2.sdk.dpop.DefaultDPoPProofFactory;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.token.DPoPAccessToken;
import io.iamplane.directory.client.AssertionAlgorithm;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestKeys;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.URL;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The Nimbus OAuth 2.0 SDK as a client: from the metadata alone, by each of the authentications
 * that it names. Only the port is replaced, since the issuer's is not the test's.
 */
@QuarkusTest
class NimbusClientApiTest {

  @TestHTTPResource("/")
  URL here;

  @Inject TestPlatform platform;

  private AuthorizationServerMetadata metadata;

  @BeforeEach
  void readTheMetadata() throws Exception {
    HTTPRequest request =
        new HTTPRequest(
            HTTPRequest.Method.GET,
            here.toURI().resolve("/.well-known/oauth-authorization-server"));
    HTTPResponse answer = request.send();
    metadata = AuthorizationServerMetadata.parse(answer.getBodyAsJSONObject());
  }

  @Test
  void theMetadataSaysWhatThereIs() {
    List<ClientAuthenticationMethod> methods =
        List.of(
            ClientAuthenticationMethod.CLIENT_SECRET_BASIC,
            ClientAuthenticationMethod.CLIENT_SECRET_POST,
            ClientAuthenticationMethod.PRIVATE_KEY_JWT);
    List<ClientAuthenticationMethod> withNone =
        Stream.concat(methods.stream(), Stream.of(ClientAuthenticationMethod.NONE)).toList();
    assertThat(metadata.getTokenEndpointAuthMethods())
        .containsExactlyInAnyOrderElementsOf(withNone);
    assertThat(metadata.getIntrospectionEndpointAuthMethods()).isEqualTo(methods);
    assertThat(metadata.getRevocationEndpointAuthMethods())
        .containsExactlyInAnyOrderElementsOf(withNone);
    List<JWSAlgorithm> algorithms =
        AssertionAlgorithm.names().stream().map(JWSAlgorithm::parse).toList();
    assertThat(metadata.getTokenEndpointJWSAlgs()).isEqualTo(algorithms);
    assertThat(metadata.getIntrospectionEndpointJWSAlgs()).isEqualTo(algorithms);
    assertThat(metadata.getRevocationEndpointJWSAlgs()).isEqualTo(algorithms);
    assertThat(metadata.getAuthorizationEndpointURI()).hasPath("/oauth/authorize");
    assertThat(metadata.supportsAuthorizationResponseIssuerParam()).isTrue();
  }

  @Test
  void aSecretInTheHeaderDoesAllOfIt() throws Exception {
    IssuedClient client = administrator();
    Secret secret = new Secret(client.secret().reveal());
    everything(endpoint -> new ClientSecretBasic(new ClientID(client.clientId()), secret));
  }

  @Test
  void aSecretInTheFormDoesAllOfIt() throws Exception {
    IssuedClient client = administrator();
    Secret secret = new Secret(client.secret().reveal());
    everything(endpoint -> new ClientSecretPost(new ClientID(client.clientId()), secret));
  }

  /** Nimbus signs with Ed25519 by another library only, which is not here. */
  @ParameterizedTest
  @ValueSource(strings = {"ES256", "ES384", "ES512", "RS256", "PS256", "PS512"})
  void aKeyDoesAllOfIt(String name) throws Exception {
    JWSAlgorithm algorithm = JWSAlgorithm.parse(name);
    JWK key = key(algorithm);
    ClientID client =
        new ClientID(
            new AdminTenant(platform)
                .post(
                    "service-accounts",
                    "{'name': 'Keyed', 'auth': 'private_key_jwt', 'jwks': {'keys': [%s]}}"
                        .formatted(key.toPublicJWK().toJSONString()))
                .statusCode(201)
                .extract()
                .<String>path("data.client.client_id"));
    everything(endpoint -> assertion(client, algorithm, key, endpoint));
    URI issuer = URI.create(metadata.getIssuer().getValue());
    everything(endpoint -> assertion(client, algorithm, key, issuer));
  }

  /** RFC 9449: its own proofs, with its own key. */
  @ParameterizedTest
  @ValueSource(strings = {"ES256", "RS256", "PS256"})
  void aTokenIsBoundToItsKey(String name) throws Exception {
    JWSAlgorithm algorithm = JWSAlgorithm.parse(name);
    assertThat(metadata.getDPoPJWSAlgs()).contains(algorithm);
    JWK key = key(algorithm);
    DPoPProofFactory proofs = new DefaultDPoPProofFactory(key, algorithm);
    IssuedClient client = administrator();
    HTTPRequest asking =
        new TokenRequest(
                metadata.getTokenEndpointURI(),
                new ClientSecretBasic(
                    new ClientID(client.clientId()), new Secret(client.secret().reveal())),
                new ClientCredentialsGrant(),
                (Scope) null)
            .toHTTPRequest();
    asking.setDPoP(proofs.createDPoPJWT("POST", metadata.getTokenEndpointURI()));
    DPoPAccessToken token =
        AccessTokenResponse.parse(send(asking)).getTokens().getDPoPAccessToken();
    assertThat(SignedJWT.parse(token.getValue()).getJWTClaimsSet().getJSONObjectClaim("cnf"))
        .containsEntry("jkt", key.computeThumbprint().toString());
    URI users = metadata.getTokenEndpointURI().resolve("/oauth/userinfo");
    HTTPRequest using = new HTTPRequest(HTTPRequest.Method.GET, users);
    using.setAuthorization(token.toAuthorizationHeader());
    using.setDPoP(proofs.createDPoPJWT("GET", users, token));
    assertThat(send(using).getStatusCode()).isEqualTo(200);
    HTTPRequest alone = new HTTPRequest(HTTPRequest.Method.GET, users);
    alone.setAuthorization(token.toAuthorizationHeader());
    assertThat(send(alone).getStatusCode()).isEqualTo(401);
  }

  private static JWK key(JWSAlgorithm algorithm) throws JOSEException {
    return JWSAlgorithm.Family.EC.contains(algorithm)
        ? new ECKeyGenerator(Curve.forJWSAlgorithm(algorithm).iterator().next())
            .keyID("one")
            .generate()
        : rsa(TestKeys.pair(algorithm.getName())).keyID("one").algorithm(algorithm).build();
  }

  private static RSAKey.Builder rsa(KeyPair pair) {
    return new RSAKey.Builder((RSAPublicKey) pair.getPublic()).privateKey(pair.getPrivate());
  }

  @Test
  void aWrongSecretIsAnErrorThatItUnderstands() throws Exception {
    ClientID id = new ClientID(administrator().clientId());
    ClientAuthentication wrong = new ClientSecretBasic(id, new Secret("wrong"));
    ErrorObject token = ask(wrong).toErrorResponse().getErrorObject();
    assertThat(token.getCode()).isEqualTo("invalid_client");
    assertThat(token.getHTTPStatusCode()).isEqualTo(401);
    ErrorObject about = about(wrong, new BearerAccessToken("x")).toErrorResponse().getErrorObject();
    assertThat(about.getCode()).isEqualTo("invalid_client");
  }

  private void everything(Function<URI, ClientAuthentication> as) throws Exception {
    URI tokens = metadata.getTokenEndpointURI();
    TokenResponse answer = ask(as.apply(tokens));
    assertThat(answer.indicatesSuccess()).isTrue();
    AccessTokenResponse success = answer.toSuccessResponse();
    AccessToken token = success.getTokens().getBearerAccessToken();
    assertThat(token.getLifetime()).isEqualTo(900);

    URI introspection = metadata.getIntrospectionEndpointURI();
    TokenIntrospectionSuccessResponse known =
        about(as.apply(introspection), token).toSuccessResponse();
    assertThat(known.isActive()).isTrue();
    assertThat(known.getIssuer()).isEqualTo(metadata.getIssuer());
    assertThat(known.getClientID()).isEqualTo(as.apply(tokens).getClientID());
    assertThat(known.getExpirationTime()).isAfter(known.getIssueTime());
    assertThat(known.getJWTID().getValue())
        .isEqualTo(SignedJWT.parse(token.getValue()).getJWTClaimsSet().getJWTID());

    URI revocation = metadata.getRevocationEndpointURI();
    HTTPResponse revoked =
        send(new TokenRevocationRequest(revocation, as.apply(revocation), token).toHTTPRequest());
    assertThat(revoked.indicatesSuccess()).isTrue();
    assertThat(about(as.apply(introspection), token).toSuccessResponse().isActive()).isFalse();
  }

  private TokenResponse ask(ClientAuthentication as) throws Exception {
    TokenRequest request =
        new TokenRequest(
            metadata.getTokenEndpointURI(), as, new ClientCredentialsGrant(), (Scope) null);
    return TokenResponse.parse(send(request.toHTTPRequest()));
  }

  private TokenIntrospectionResponse about(ClientAuthentication as, AccessToken token)
      throws Exception {
    return TokenIntrospectionResponse.parse(
        send(
            new TokenIntrospectionRequest(metadata.getIntrospectionEndpointURI(), as, token)
                .toHTTPRequest()));
  }

  /** To the port of the test. */
  private HTTPResponse send(HTTPRequest request) throws Exception {
    HTTPRequest moved =
        new HTTPRequest(request.getMethod(), here.toURI().resolve(request.getURI().getPath()));
    request
        .getHeaderMap()
        .forEach((name, values) -> moved.setHeader(name, values.toArray(String[]::new)));
    moved.setBody(request.getBody());
    return moved.send();
  }

  private static ClientAuthentication assertion(
      ClientID client, JWSAlgorithm algorithm, JWK key, URI audience) {
    try {
      PrivateKey secret = ((AsymmetricJWK) key).toPrivateKey();
      return new PrivateKeyJWT(client, audience, algorithm, secret, key.getKeyID(), null);
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  private IssuedClient administrator() {
    return platform.administrator(platform.tenant());
  }
}
