package io.iamplane.signin;

import io.iamplane.shared.Hashes;
import io.iamplane.shared.Secret;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/** Random texts of 256 bits, which no one guesses, and the hashes under which they are stored. */
@Singleton
public class RandomSecrets {

  private static final int BYTES = 32;
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{43}");

  private final SecureRandom random = new SecureRandom();

  /** A new one. */
  public Secret next() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new Secret(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /** Returns true for a text in the form of such a secret. */
  public static boolean isOne(String text) {
    return FORM.matcher(text).matches();
  }

  /** SHA-256, which is enough for a secret of so many bits. */
  public static byte[] hash(Secret secret) {
    return Hashes.sha256(secret.reveal().getBytes(StandardCharsets.US_ASCII));
  }
}
