package io.iamplane.token;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.client.AuthenticatedClient;
import io.iamplane.client.Client;
import io.iamplane.key.Es256;
import io.iamplane.key.TokenSigner;
import io.iamplane.key.TokenSigners;
import io.iamplane.shared.Aal;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Secret;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.SortedSet;

/** Makes access tokens (RFC 9068). They are not stored. */
@Singleton
public class AccessTokens {

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final TokenSigners signers;
  private final Issuer issuer;
  private final Audience audience;
  private final Duration lifetime;
  private final Clock clock;

  AccessTokens(
      TokenSigners signers, Issuer issuer, Audience audience, TokenConfig config, Clock clock) {
    this.signers = signers;
    this.issuer = issuer;
    this.audience = audience;
    this.lifetime = config.lifetime();
    this.clock = clock;
  }

  /** A token and how long it is good for. */
  public record Issued(Secret token, Duration lifetime) {}

  /**
   * Makes a token for this API. Signs: off the event loop only.
   *
   * @param scopes none beyond the client's
   * @throws IamException DEPENDENCY_UNAVAILABLE when nothing can sign now
   */
  public Issued issue(AuthenticatedClient client, SortedSet<String> scopes) {
    TokenSigner signer = signers.current();
    ObjectNode header = JsonNodeFactory.instance.objectNode();
    header.put("alg", Es256.ALG).put("typ", SignedToken.TYPE).put("kid", signer.kid());
    ObjectNode claims = claims(client, scopes).json();
    String signed = encode(header) + "." + encode(claims);
    byte[] signature = signer.sign(signed.getBytes(StandardCharsets.US_ASCII));
    return new Issued(new Secret(signed + "." + BASE64.encodeToString(signature)), lifetime);
  }

  private TokenClaims claims(AuthenticatedClient authenticated, SortedSet<String> scopes) {
    Client client = authenticated.client();
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    return new TokenClaims(
        issuer.value(),
        List.of(audience.value().orElseThrow(AccessTokens::noAudience)),
        client.subject(),
        client.clientId(),
        client.organization(),
        authenticated.platform(),
        scopes,
        Aal.AAL1,
        authenticated.policyVersion(),
        UuidV7.next().toString(),
        new TokenClaims.Times(now, null, now.plus(lifetime)));
  }

  private static IamException noAudience() {
    return IamException.dependencyUnavailable(
        new IllegalStateException(Audience.PROPERTY + " is not set"));
  }

  private static String encode(ObjectNode json) {
    return BASE64.encodeToString(json.toString().getBytes(StandardCharsets.UTF_8));
  }
}
