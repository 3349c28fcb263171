package io.iamplane.signin;

import io.iamplane.key.seal.SecretBox;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.Secret;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Random texts of 192 bits and more, which no one guesses, and the hashes under which they are
 * stored. Those of a kind have a mark of 64 bits, which takes a key of this installation: a guess
 * is known without a read.
 */
@Singleton
public class RandomSecrets {

  private static final int RANDOM_BYTES = 24;
  private static final int MARK_BYTES = 8;
  private static final String SUCCESSOR = "successor-of-secret";
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{43}");

  private final SecretBox box;
  private final SecureRandom random = new SecureRandom();
  private final String ofThisProcess;

  RandomSecrets(SecretBox box) {
    this.box = box;
    this.ofThisProcess = next().reveal();
  }

  /** A new one of no kind, which is compared with its like and not looked up. */
  public Secret next() {
    return new Secret(encoded(bytes()));
  }

  public Secret next(SecretKind kind) {
    return marked(kind, bytes());
  }

  /** The one that follows another, each time the same; who knows the other does not know it. */
  Secret after(SecretKind kind, Secret other) {
    // Without a key, as in development, each process has its own.
    byte[] bytes =
        box.pseudonyms(other.reveal(), SUCCESSOR).stream()
            .findFirst()
            .map(HexFormat.of()::parseHex)
            .orElseGet(() -> hash(new Secret(ofThisProcess + other.reveal())));
    return marked(kind, Arrays.copyOf(bytes, RANDOM_BYTES + MARK_BYTES));
  }

  /** A secret of these bytes; without a key, as in development, the last ones stay. */
  private Secret marked(SecretKind kind, byte[] bytes) {
    marks(kind, bytes).stream()
        .findFirst()
        .ifPresent(mark -> System.arraycopy(mark, 0, bytes, RANDOM_BYTES, MARK_BYTES));
    return new Secret(encoded(bytes));
  }

  private byte[] bytes() {
    byte[] bytes = new byte[RANDOM_BYTES + MARK_BYTES];
    random.nextBytes(bytes);
    return bytes;
  }

  /**
   * Returns false for a text that was not made here as one of this kind with a configured key: it
   * is a guess, or older than the keys and the marks.
   */
  public boolean isMarked(SecretKind kind, Secret secret) {
    String text = secret.reveal();
    if (!isOne(text)) {
      return false;
    }
    byte[] bytes = Base64.getUrlDecoder().decode(text);
    List<byte[]> marks = marks(kind, bytes);
    byte[] mark = Arrays.copyOfRange(bytes, RANDOM_BYTES, bytes.length);
    // The last letter has two bits that decode to nothing: only one of four spellings is ours.
    return encoded(bytes).equals(text)
        && (marks.isEmpty() || marks.stream().anyMatch(each -> MessageDigest.isEqual(each, mark)));
  }

  /** The mark by each configured key, the present key's first. */
  private List<byte[]> marks(SecretKind kind, byte[] bytes) {
    String text = encoded(Arrays.copyOf(bytes, RANDOM_BYTES));
    return box.pseudonyms(text, kind.context()).stream()
        .map(each -> Arrays.copyOf(HexFormat.of().parseHex(each), MARK_BYTES))
        .toList();
  }

  /** Returns true for a text in the form of such a secret. */
  public static boolean isOne(String text) {
    return FORM.matcher(text).matches();
  }

  /** SHA-256, which is enough for a secret of so many bits. */
  public static byte[] hash(Secret secret) {
    return Hashes.sha256(secret.reveal().getBytes(StandardCharsets.US_ASCII));
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
