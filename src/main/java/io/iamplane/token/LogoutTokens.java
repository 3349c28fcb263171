package io.iamplane.token;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.shared.Secret;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * Makes logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.4). Their {@code typ}
 * keeps them from being taken for ID tokens and access tokens.
 */
@Singleton
public class LogoutTokens {

  static final String TYPE = "logout+jwt";
  static final String EVENT = "http://schemas.openid.net/event/backchannel-logout";

  /** The specification recommends two minutes at most; each attempt makes a new one. */
  private static final Duration LIFETIME = Duration.ofMinutes(2);

  private final JwtSigner signer;
  private final Issuer issuer;
  private final Clock clock;

  LogoutTokens(JwtSigner signer, Issuer issuer, Clock clock) {
    this.signer = signer;
    this.issuer = issuer;
    this.clock = clock;
  }

  /**
   * Makes a token for a client about the end of a session. Signs: off the event loop only.
   *
   * @param session the claim {@code sid}, as in the client's ID tokens
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when nothing can sign now
   */
  public Secret issue(String clientId, UUID session) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    ObjectNode claims = JsonNodeFactory.instance.objectNode();
    claims.put("iss", issuer.value());
    claims.put("aud", clientId);
    claims.put("iat", now.getEpochSecond());
    claims.put("exp", now.plus(LIFETIME).getEpochSecond());
    claims.put("jti", UuidV7.next().toString());
    claims.putObject("events").putObject(EVENT);
    claims.put("sid", session.toString());
    return signer.sign(TYPE, claims);
  }
}
