package io.iamplane.webhook.signature;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signatures of Standard Webhooks, scheme {@code v1}: HMAC-SHA-256 of {@code id.timestamp.body}.
 */
public final class WebhookSignature {

  public static final String ID = "webhook-id";
  public static final String TIMESTAMP = "webhook-timestamp";
  public static final String SIGNATURE = "webhook-signature";

  /** The maximum age of a request, and the maximum time ahead. */
  public static final Duration TOLERANCE = Duration.ofMinutes(5);

  private static final String SCHEME = "v1,";

  private WebhookSignature() {}

  /** The header's value: one signature for each secret that is valid now, the newest first. */
  public static String header(String id, long timestamp, String body, List<WebhookSecret> secrets) {
    return secrets.stream()
        .map(secret ->
            SCHEME + Base64.getEncoder().encodeToString(hmac(secret, id, timestamp, body)))
        .collect(Collectors.joining(" "));
  }

  /** Returns true if a signature of the header is the secret's, and the time is recent. */
  public static boolean verifies(
      WebhookSecret secret, String id, long timestamp, String body, String header, Instant now) {
    boolean fresh =
        Duration.between(Instant.ofEpochSecond(timestamp), now).abs().compareTo(TOLERANCE) <= 0;
    byte[] expected =
        (SCHEME + Base64.getEncoder().encodeToString(hmac(secret, id, timestamp, body)))
            .getBytes(StandardCharsets.US_ASCII);
    boolean signed = false;
    for (String one : header.split(" ", -1)) {
      signed |= MessageDigest.isEqual(expected, one.getBytes(StandardCharsets.UTF_8));
    }
    return fresh && signed;
  }

  private static byte[] hmac(WebhookSecret secret, String id, long timestamp, String body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.key(), "HmacSHA256"));
      return mac.doFinal((id + "." + timestamp + "." + body).getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform provides HmacSHA256", e);
    }
  }
}
