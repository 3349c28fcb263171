package io.iamplane.chain.note;

import io.iamplane.shared.Hashes;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A known key: the name and Ed25519 public key that signatures are verified with (C2SP {@code
 * signed-note}). Its text, which operators hand to public tools, is {@code name+id+key}: the key id
 * in eight hexadecimal digits, and the base64 of the signature type and the public key.
 */
public final class NoteVerifier {

  private static final byte ED25519_TYPE = 0x01;
  private static final int ID_DIGITS = 8;

  private final String keyName;
  private final byte[] raw;
  private final PublicKey key;
  private final int keyId;

  private NoteVerifier(String keyName, byte[] raw) {
    NoteText.requireKeyName(keyName);
    this.keyName = keyName;
    this.raw = raw.clone();
    this.key = Ed25519.publicKey(raw);
    this.keyId = keyId(keyName, raw);
  }

  /**
   * The verifier of a key.
   *
   * @param publicKey 32 bytes
   * @throws IllegalArgumentException if the name may not be a key's, or the bytes are no key
   */
  public static NoteVerifier of(String keyName, byte[] publicKey) {
    return new NoteVerifier(keyName, publicKey);
  }

  public static NoteVerifier of(NoteSigner signer) {
    return new NoteVerifier(signer.keyName(), signer.publicKey());
  }

  /**
   * Reads a verifier key.
   *
   * @throws MalformedNoteException if it is not one, or its parts do not belong together
   */
  public static NoteVerifier parse(String text) {
    int first = text.indexOf('+');
    int second = text.indexOf('+', first + 1);
    if (first < 0 || second < 0) {
      throw new MalformedNoteException("a verifier key must have the form name+id+key");
    }
    byte[] typed = NoteText.base64(text.substring(second + 1), "the verifier key's last part");
    if (typed.length != 1 + Ed25519.PUBLIC_KEY_BYTES || typed[0] != ED25519_TYPE) {
      throw new MalformedNoteException("the verifier key's last part is not an Ed25519 key");
    }
    NoteVerifier verifier = verifier(text.substring(0, first), typed);
    if (!verifier.idDigits().equals(text.substring(first + 1, second))) {
      throw new MalformedNoteException("the verifier key's id must be " + verifier.idDigits());
    }
    return verifier;
  }

  private static NoteVerifier verifier(String name, byte[] typed) {
    try {
      return new NoteVerifier(name, Arrays.copyOfRange(typed, 1, typed.length));
    } catch (MalformedNoteException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new MalformedNoteException("the verifier key's last part is not a point on the curve");
    }
  }

  public String keyName() {
    return keyName;
  }

  /** The first four bytes of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key), the highest first. */
  public int keyId() {
    return keyId;
  }

  /** The public key, 32 bytes. */
  public byte[] publicKey() {
    return raw.clone();
  }

  public boolean verify(byte[] message, byte[] signature) {
    return Ed25519.verify(key, message, signature);
  }

  static int keyId(String keyName, byte[] publicKey) {
    MessageDigest digest = Hashes.sha256();
    digest.update(NoteText.encode(keyName));
    digest.update((byte) '\n');
    digest.update(ED25519_TYPE);
    return ByteBuffer.wrap(digest.digest(publicKey)).getInt();
  }

  private String idDigits() {
    return HexFormat.of().toHexDigits(keyId, ID_DIGITS);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NoteVerifier that
        && keyName.equals(that.keyName)
        && Arrays.equals(raw, that.raw);
  }

  @Override
  public int hashCode() {
    return keyId;
  }

  /** The verifier key, which {@link #parse} reads. */
  @Override
  public String toString() {
    byte[] typed = new byte[1 + raw.length];
    typed[0] = ED25519_TYPE;
    System.arraycopy(raw, 0, typed, 1, raw.length);
    return keyName + "+" + idDigits() + "+" + NoteText.base64(typed);
  }
}
