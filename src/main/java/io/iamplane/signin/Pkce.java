package io.iamplane.signin;

import io.iamplane.shared.Hashes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Pattern;

/** Proof Key for Code Exchange with S256, the only method here (RFC 7636). */
public final class Pkce {

  public static final String METHOD = "S256";

  private static final Pattern CHALLENGE = Pattern.compile("[A-Za-z0-9_-]{43}");
  private static final Pattern VERIFIER = Pattern.compile("[A-Za-z0-9._~-]{43,128}");

  private Pkce() {}

  /** Returns true for a text in the form of a challenge: SHA-256 in base64url. */
  static boolean isChallenge(String text) {
    return CHALLENGE.matcher(text).matches();
  }

  /** Returns true for a text in the form of a verifier (section 4.1). */
  public static boolean isVerifier(String text) {
    return VERIFIER.matcher(text).matches();
  }

  /** Returns true if the challenge was made from the verifier (section 4.6). */
  static boolean verifies(String verifier, String challenge) {
    byte[] digest = Hashes.sha256(verifier.getBytes(StandardCharsets.US_ASCII));
    byte[] made = Base64.getUrlEncoder().withoutPadding().encode(digest);
    return isVerifier(verifier)
        && MessageDigest.isEqual(made, challenge.getBytes(StandardCharsets.US_ASCII));
  }
}
