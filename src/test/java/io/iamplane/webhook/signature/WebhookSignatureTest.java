package io.iamplane.webhook.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.net.http.HttpHeaders;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures, judged by the library that the subscribers use. */
class WebhookSignatureTest {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String ID = "0192f3c4-0000-7000-8000-000000000001";
  private static final String BODY = "{\"type\":\"iam.grant.created\",\"data\":{\"name\":\"Zoë\"}}";

  private final WebhookSecret secret = WebhookSecret.next(RANDOM);
  private final WebhookSecret other = WebhookSecret.next(RANDOM);

  @Test
  void theOfficialLibraryVerifies() throws Exception {
    Webhook library = new Webhook(secret.reveal());
    assertThatCode(() -> library.verify(BODY, headers(now(), List.of(secret))))
        .doesNotThrowAnyException();
    long timestamp = now();
    assertThat(library.sign(ID, timestamp, BODY))
        .isEqualTo(WebhookSignature.header(ID, timestamp, BODY, List.of(secret)));
  }

  @Test
  void bothSecretsVerifyDuringARotation() throws Exception {
    HttpHeaders headers = headers(now(), List.of(other, secret));
    assertThatCode(() -> new Webhook(secret.reveal()).verify(BODY, headers))
        .doesNotThrowAnyException();
    assertThatCode(() -> new Webhook(other.reveal()).verify(BODY, headers))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> new Webhook(WebhookSecret.next(RANDOM).reveal()).verify(BODY, headers))
        .isInstanceOf(WebhookVerificationException.class);
  }

  @Test
  void everyChangedByteAnOldTimestampAndAnotherSecretAreRefused() throws Exception {
    Webhook library = new Webhook(secret.reveal());
    for (int i = 0; i < BODY.length(); i++) {
      String changed = BODY.substring(0, i) + (char) (BODY.charAt(i) ^ 1) + BODY.substring(i + 1);
      assertThatThrownBy(() -> library.verify(changed, headers(now(), List.of(secret))))
          .isInstanceOf(WebhookVerificationException.class);
    }
    assertThatThrownBy(() -> library.verify(BODY, headers(now() - 301, List.of(secret))))
        .isInstanceOf(WebhookVerificationException.class);
    assertThatThrownBy(() -> library.verify(BODY, headers(now(), List.of(other))))
        .isInstanceOf(WebhookVerificationException.class);
  }

  @Test
  void ourOwnVerifierAgrees() {
    Instant now = Instant.ofEpochSecond(1_800_000_000);
    long timestamp = now.getEpochSecond();
    String header = WebhookSignature.header(ID, timestamp, BODY, List.of(other, secret));
    assertThat(WebhookSignature.verifies(secret, ID, timestamp, BODY, header, now)).isTrue();
    assertThat(WebhookSignature.verifies(other, ID, timestamp, BODY, header, now)).isTrue();
    assertThat(WebhookSignature.verifies(secret, ID, timestamp, BODY + " ", header, now)).isFalse();
    assertThat(WebhookSignature.verifies(secret, ID + "1", timestamp, BODY, header, now)).isFalse();
    assertThat(WebhookSignature.verifies(secret, ID, timestamp, BODY, "", now)).isFalse();
    assertThat(WebhookSignature.verifies(secret, ID, timestamp, BODY, header, now.plusSeconds(301)))
        .isFalse();
    assertThat(
            WebhookSignature.verifies(secret, ID, timestamp, BODY, header, now.minusSeconds(301)))
        .isFalse();
  }

  @Test
  void aSecretIsReadAsItIsShownAndShowsItselfToNobodyElse() {
    assertThat(WebhookSecret.parse(secret.reveal())).contains(secret);
    assertThat(secret.reveal()).matches("whsec_[A-Za-z0-9+/]{43}=");
    assertThat(secret.toString()).isEqualTo("whsec_***");
    assertThat(WebhookSecret.of(secret.key())).contains(secret);
    assertThat(WebhookSecret.of(new byte[23])).isEmpty();
    assertThat(WebhookSecret.of(new byte[65])).isEmpty();
    assertThat(WebhookSecret.of(new byte[24])).isPresent();
    assertThat(WebhookSecret.of(new byte[64])).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "whsec_", "whsec_AAAA", "whsec_!!!!", "WHSEC_AAAA", "secret"})
  void anotherFormIsNoSecret(String text) {
    assertThat(WebhookSecret.parse(text)).isEmpty();
  }

  private static long now() {
    return Instant.now().getEpochSecond();
  }

  private static HttpHeaders headers(long timestamp, List<WebhookSecret> secrets) {
    return HttpHeaders.of(
        Map.of(
            "webhook-id", List.of(ID),
            "webhook-timestamp", List.of(Long.toString(timestamp)),
            "webhook-signature", List.of(WebhookSignature.header(ID, timestamp, BODY, secrets))),
        (_, _) -> true);
  }
}
