package io.iamplane.chain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.shared.CanonicalJson;
import io.iamplane.shared.Hashes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * A value that a record holds as a digest only. Without the salt the digest reveals nothing: a
 * guess cannot be checked.
 *
 * @param path the place of the digest, as a JSON Pointer (RFC 6901) into the record
 * @param subject its owner, as {@code type:id}
 * @param salt 32 random bytes, for this value alone
 * @param value its canonical JSON (RFC 8785)
 */
public record PersonalValue(String path, String subject, byte[] salt, String value) {

  /** The only member of the object that stands for a value in a record. */
  public static final String DIGEST = "sha256";

  public static final int SALT_BYTES = 32;

  static PersonalValue of(String path, String subject, JsonNode value) {
    byte[] salt = new byte[SALT_BYTES];
    Salts.RANDOM.nextBytes(salt);
    return new PersonalValue(path, subject, salt, CanonicalJson.of(value));
  }

  /** SHA-256(salt ‖ value). */
  public byte[] digest() {
    MessageDigest digest = Hashes.sha256();
    digest.update(salt);
    return digest.digest(value.getBytes(StandardCharsets.UTF_8));
  }

  ObjectNode inRecord() {
    return JsonNodeFactory.instance.objectNode().put(DIGEST, HexFormat.of().formatHex(digest()));
  }

  /** Made on first use, at run time: a random source must not be frozen into a native image. */
  private static final class Salts {
    static final SecureRandom RANDOM = new SecureRandom();
  }
}
