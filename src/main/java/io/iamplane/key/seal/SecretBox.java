package io.iamplane.key.seal;

import jakarta.inject.Singleton;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Seals values that are stored and must be readable again: idempotent answers, secrets of webhooks
 * and identity providers. The key is {@code IAM_OAUTH_ENCRYPTION_KEY}; previous keys open older
 * values.
 *
 * <p>A sealed value: version 1 (1 byte), key id (8), salt (16), then AES-256-GCM under a key
 * derived from the salt, so that one configured key may seal any number of values. Version, key id,
 * salt and context are authenticated.
 */
@Singleton
public class SecretBox {

  static final String PROPERTY = "iam.oauth.encryption-key";
  static final String PREVIOUS_PROPERTY = "iam.oauth.previous-encryption-keys";
  private static final byte VERSION = 1;
  private static final int SALT_BYTES = 16;
  private static final int HEADER_BYTES = 1 + AesGcm.ID_BYTES + SALT_BYTES;
  private static final byte[] LABEL = "iam-secret-box-1:".getBytes(StandardCharsets.US_ASCII);

  private static final String PSEUDONYM = "iam-pseudonym-1:";

  private final List<KeySetting> settings;
  private final SecureRandom random = new SecureRandom();

  SecretBox(SecretBoxConfig config) {
    this.settings =
        KeySetting.all(
            PROPERTY, config.encryptionKey(), PREVIOUS_PROPERTY, config.previousEncryptionKeys());
  }

  /**
   * Seals a value for one place.
   *
   * @param context names the place (table, tenant, row, column), and must be given to open it, so
   *     that a value moved to another row does not open there
   * @throws IllegalStateException when no key is configured, which a production start refuses
   */
  public byte[] seal(byte[] plain, String context) {
    KeySetting current = settings.getFirst();
    AesGcm key =
        current.key().orElseThrow(() -> new IllegalStateException("cannot seal: " + current));
    byte[] salt = new byte[SALT_BYTES];
    random.nextBytes(salt);
    byte[] header = ByteBuffer.allocate(HEADER_BYTES).put(VERSION).put(key.id()).put(salt).array();
    byte[] sealed = key.derive(label(salt)).seal(plain, associated(header, context));
    return ByteBuffer.allocate(HEADER_BYTES + sealed.length).put(header).put(sealed).array();
  }

  /**
   * Opens a sealed value.
   *
   * @throws UnsealException when it was changed or moved, or its key is not configured
   */
  public byte[] open(byte[] sealed, String context) {
    if (sealed.length < HEADER_BYTES || sealed[0] != VERSION) {
      throw new UnsealException("the format of the sealed value is unknown to this version");
    }
    byte[] header = Arrays.copyOf(sealed, HEADER_BYTES);
    byte[] salt = Arrays.copyOfRange(header, HEADER_BYTES - SALT_BYTES, HEADER_BYTES);
    byte[] body = Arrays.copyOfRange(sealed, HEADER_BYTES, sealed.length);
    byte[] id = Arrays.copyOfRange(header, 1, 1 + AesGcm.ID_BYTES);
    return key(id).derive(label(salt)).open(body, associated(header, context));
  }

  /**
   * Stands for a text that must be recognized and not be readable: only a holder of a configured
   * key can compute it, or check a guess.
   *
   * @param context names the place, as in {@link #seal}
   * @return one for each configured key, the present key's first
   */
  public List<String> pseudonyms(String text, String context) {
    byte[] label =
        (PSEUDONYM + context.length() + ':' + context + text).getBytes(StandardCharsets.UTF_8);
    return keys().map(key -> HexFormat.of().formatHex(key.mac(label))).toList();
  }

  private AesGcm key(byte[] id) {
    return keys()
        .filter(key -> Arrays.equals(key.id(), id))
        .findFirst()
        .orElseThrow(
            () -> new UnsealException("the key that sealed the value is no longer configured"));
  }

  private Stream<AesGcm> keys() {
    return settings.stream().flatMap(setting -> setting.key().stream());
  }

  List<KeySetting> settings() {
    return settings;
  }

  private static byte[] label(byte[] salt) {
    return ByteBuffer.allocate(LABEL.length + salt.length).put(LABEL).put(salt).array();
  }

  /** The header has a fixed length, so that header and context cannot be read in two ways. */
  private static byte[] associated(byte[] header, String context) {
    byte[] text = context.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(header.length + text.length).put(header).put(text).array();
  }
}
