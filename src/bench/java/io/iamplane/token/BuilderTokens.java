package io.iamplane.token;

import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.directory.client.Client;
import io.iamplane.shared.Aal;
import io.iamplane.shared.UuidV7;
import io.smallrye.jwt.build.Jwt;
import io.smallrye.jwt.build.JwtClaimsBuilder;
import java.security.PrivateKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.SortedSet;

/** The same tokens as {@link AccessTokens}, made by the builder of SmallRye JWT. */
final class BuilderTokens {

  private final String issuer;
  private final String audience;
  private final Duration lifetime;
  private final Clock clock;
  private final String kid;
  private final PrivateKey key;

  /**
   * Tokens of one key.
   *
   * @param key an {@link java.security.interfaces.ECPrivateKey}: others are refused when signing
   */
  BuilderTokens(Issued by, Clock clock, String kid, PrivateKey key) {
    this.issuer = by.issuer();
    this.audience = by.audience();
    this.lifetime = by.lifetime();
    this.clock = clock;
    this.kid = kid;
    this.key = key;
  }

  /** The claims of all tokens. */
  record Issued(String issuer, String audience, Duration lifetime) {}

  String issue(AuthenticatedClient authenticated, SortedSet<String> scopes) {
    Client client = authenticated.client();
    Instant now = clock.instant();
    JwtClaimsBuilder claims =
        Jwt.issuer(issuer)
            .subject(client.subject().toString())
            .audience(audience)
            .issuedAt(now.getEpochSecond())
            .expiresAt(now.plus(lifetime).getEpochSecond())
            .claim("jti", UuidV7.next().toString())
            .claim("client_id", client.clientId())
            .claim("org", client.organization().toString())
            .claim("acr", Aal.AAL1.wire())
            .claim("policy_version", authenticated.policyVersion());
    if (!scopes.isEmpty()) {
      claims.claim("scope", String.join(" ", scopes));
    }
    if (authenticated.platform()) {
      claims.claim("platform", true);
    }
    return claims.jws().keyId(kid).header("typ", AccessTokens.TYPE).sign(key);
  }
}
