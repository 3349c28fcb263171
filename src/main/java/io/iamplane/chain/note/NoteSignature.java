package io.iamplane.chain.note;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A signature line of a note: an em dash, the key's name and the base64 of key id and signature.
 *
 * @param keyName the claimed signer
 * @param keyIdAndSignature the base64 of the key id, four bytes, and the signature
 */
public record NoteSignature(String keyName, String keyIdAndSignature) {

  private static final String DASH = "\u2014 ";

  public NoteSignature {
    NoteText.requireKeyName(keyName);
    if (NoteText.base64(keyIdAndSignature, "the signature").length <= Integer.BYTES) {
      throw new MalformedNoteException("the signature has nothing after its key id");
    }
  }

  static NoteSignature of(String keyName, int keyId, byte[] signature) {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + signature.length);
    bytes.putInt(keyId).put(signature);
    return new NoteSignature(keyName, NoteText.base64(bytes.array()));
  }

  /** Reads a line, without its end. */
  static NoteSignature parse(String line, int number) {
    int space = line.indexOf(' ', DASH.length());
    if (!line.startsWith(DASH) || space < 0) {
      throw new MalformedNoteException("line " + number + " is not a signature line");
    }
    try {
      return new NoteSignature(line.substring(DASH.length(), space), line.substring(space + 1));
    } catch (MalformedNoteException e) {
      throw new MalformedNoteException("line " + number + ": " + e.getMessage());
    }
  }

  /** The id of the key that is said to have signed. */
  public int keyId() {
    return ByteBuffer.wrap(bytes()).getInt();
  }

  /** The signature itself: 64 bytes for Ed25519, else as the algorithm's specification says. */
  public byte[] signature() {
    byte[] bytes = bytes();
    return Arrays.copyOfRange(bytes, Integer.BYTES, bytes.length);
  }

  /** Returns true if this names the verifier's key, by both name and id. */
  boolean isBy(NoteVerifier verifier) {
    return keyName.equals(verifier.keyName()) && keyId() == verifier.keyId();
  }

  String line() {
    return DASH + keyName + " " + keyIdAndSignature + "\n";
  }

  private byte[] bytes() {
    return NoteText.base64(keyIdAndSignature, "the signature");
  }
}
