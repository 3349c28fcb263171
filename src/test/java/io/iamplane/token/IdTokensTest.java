package io.iamplane.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.key.TokenSigner;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Secret;
import io.iamplane.shared.SubjectRef;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** An ID token that comes back is a hint when it is one of ours, and nothing else is. */
class IdTokensTest extends TokenVerifierFixture {

  private static final UUID SESSION = UUID.fromString("0198c0de-0000-7000-8000-000000000007");

  private final IdTokens tokens =
      new IdTokens(
          new JwtSigner(() -> new TokenSigner(TokenForge.KID, forge.pair.getPrivate())),
          keys,
          new Issuer(TokenForge.ISSUER),
          () -> Duration.ofSeconds(900),
          clock);

  private ObjectNode header() {
    return forge.header().put("typ", "JWT");
  }

  private ObjectNode claims() {
    return forge.claims().put("aud", "client_a").put("sid", SESSION.toString());
  }

  private void isNoHint(ObjectNode header, ObjectNode claims) {
    assertThat(tokens.hint(forge.sign(header, claims).text()))
        .as("%s %s", header, claims)
        .isEmpty();
  }

  @Test
  void oursIsAHintAfterItsExpiryToo() {
    Secret ours =
        tokens.issue(
            new IdToken(
                new SubjectRef(SubjectRef.USER, "0198c0de-0000-7000-8000-000000000001"),
                "client_a",
                SESSION,
                NOW,
                Aal.AAL1,
                List.of("pwd"),
                null));
    clock.set(NOW.plus(Duration.ofDays(1)));
    assertThat(tokens.hint(ours.reveal())).contains(new IdToken.Hint("client_a", SESSION));
    assertThat(tokens.hint(forge.sign(header(), claims()).text())).isPresent();
  }

  @Test
  void aForgedSignatureIsNoHint() {
    String forged = new TokenForge(NOW).sign(header(), claims()).text();
    assertThat(tokens.hint(forged)).isEmpty();
  }

  /** Sessions outlive keys, and a client that names its return address did nothing wrong. */
  @Test
  void aTokenWhoseKeyCountsNoMoreNamesNoSession() {
    String ours = forge.sign(header(), claims()).text();
    revoked.add(TokenForge.KID);
    assertThat(tokens.hint(ours)).contains(new IdToken.Hint("client_a", null));
    isNoHint(forge.header(), claims());
    isNoHint(header(), claims().put("iss", "https://evil.example.com"));
    isNoHint(header(), claims().put("sid", "session"));
  }

  @Test
  void aTokenThatIsNotProvedNamesNoSessionAndCostsNothing() {
    String forged = new TokenForge(NOW).sign(header(), claims()).text();
    assertThat(tokens.unproved(forged)).contains(new IdToken.Hint("client_a", null));
    assertThat(lookups).hasValue(0);
    assertThat(tokens.unproved(forge.sign(forge.header(), claims()).text())).isEmpty();
    assertThat(tokens.unproved("x")).isEmpty();
  }

  @Test
  void aTokenOfAnotherKindIsNoHint() {
    isNoHint(forge.header(), claims());
    isNoHint(header().put("cty", "JWT"), claims());
    isNoHint(header(), claims().put("iss", "https://evil.example.com"));
    isNoHint(header(), claims().put("sid", "session"));
    isNoHint(header(), claims().put("aud", ""));
  }
}
