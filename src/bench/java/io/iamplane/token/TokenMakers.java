package io.iamplane.token;

import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.directory.client.ProvedClient;
import io.iamplane.key.Es256;
import io.iamplane.key.TokenSigner;
import io.quarkus.runtime.LaunchMode;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Both ways to make a token, for the same client, by the same key and settings. */
final class TokenMakers {

  static final String KID = "0123456789-0123456789_0123456789-0123456789";

  private static final BuilderTokens.Issued ISSUED =
      new BuilderTokens.Issued("https://iam.example.com", "iam-admin", Duration.ofSeconds(900));
  private static final SortedSet<String> SCOPES = new TreeSet<>(List.of("read", "write"));

  private final AuthenticatedClient client = ProvedClient.named("client_0192f3c4");
  private final AccessTokens own;
  private final BuilderTokens built;

  TokenMakers(KeyPair pair, Clock clock) {
    TokenSigner signer = new TokenSigner(KID, pair.getPrivate());
    own =
        new AccessTokens(
            new JwtSigner(() -> signer),
            new Issuer(ISSUED.issuer()),
            new Audience(() -> Optional.of(ISSUED.audience()), LaunchMode.NORMAL),
            ISSUED::lifetime,
            clock);
    built = new BuilderTokens(ISSUED, clock, KID, pair.getPrivate());
  }

  String own() {
    return own.issue(client, SCOPES, null).token().reveal();
  }

  String built() {
    return built.issue(client, SCOPES);
  }

  /** A signature over as many bytes as such a token has before it. */
  static byte[] signature(KeyPair pair) {
    return Es256.sign(pair.getPrivate(), new byte[560]);
  }
}
