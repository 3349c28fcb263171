package io.iamplane.chain.note;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A text with signatures (C2SP {@code signed-note}). An instance is well formed, but not proved:
 * only {@link #verify} finds its signers.
 *
 * @param text whole lines; the last ends in a newline, and the text is not empty
 * @param signatures in the order of the file, at least one
 */
public record SignedNote(String text, List<NoteSignature> signatures) {

  /** The most signatures that a note may have. The specification asks for 16 at least. */
  public static final int MAX_SIGNATURES = 100;

  public SignedNote {
    NoteText.requireLines(text);
    signatures = List.copyOf(signatures);
    if (signatures.isEmpty()) {
      throw new MalformedNoteException("a note must have a signature");
    }
    if (signatures.size() > MAX_SIGNATURES) {
      throw new MalformedNoteException(
          "the note has %d signatures; at most %d are allowed"
              .formatted(signatures.size(), MAX_SIGNATURES));
    }
  }

  /**
   * Signs a text.
   *
   * @throws IllegalArgumentException if the text is not whole lines, there is no signer, or a
   *     signature does not verify by its signer's public key
   */
  public static SignedNote sign(String text, List<? extends NoteSigner> signers) {
    NoteText.requireLines(text);
    byte[] message = NoteText.encode(text);
    List<NoteSignature> signatures = new ArrayList<>();
    for (NoteSigner signer : signers) {
      NoteVerifier verifier = NoteVerifier.of(signer);
      byte[] signature = signer.sign(message);
      if (!verifier.verify(message, signature)) {
        throw new IllegalArgumentException(
            "the signature by " + signer.keyName() + " does not match its own key");
      }
      signatures.add(NoteSignature.of(signer.keyName(), verifier.keyId(), signature));
    }
    return new SignedNote(text, signatures);
  }

  /**
   * Reads a file.
   *
   * @throws MalformedNoteException if it is not a signed note
   */
  public static SignedNote parse(byte[] file) {
    return parse(NoteText.decode(file));
  }

  static SignedNote parse(String note) {
    int split = note.lastIndexOf("\n\n");
    if (split < 0) {
      throw new MalformedNoteException("no empty line separates the text from the signatures");
    }
    int firstNumber = NoteText.line(note, split + 2);
    List<NoteSignature> signatures = new ArrayList<>();
    for (String line : NoteText.lines(note.substring(split + 2))) {
      if (signatures.size() == MAX_SIGNATURES) {
        throw new MalformedNoteException(
            "the note has more than " + MAX_SIGNATURES + " signatures");
      }
      signatures.add(NoteSignature.parse(line, firstNumber + signatures.size()));
    }
    return new SignedNote(note.substring(0, split + 1), signatures);
  }

  /**
   * The known keys that signed the text, each once. Signatures of other keys, even of the same name
   * or the same id, say nothing and are passed over.
   *
   * @throws UnverifiedNoteException if none of them signed, or a signature of one of them is bad
   * @throws IllegalArgumentException if two different known keys have the same name and id
   */
  public List<NoteVerifier> verify(List<NoteVerifier> known) {
    byte[] message = NoteText.encode(text);
    Set<NoteVerifier> verified = new LinkedHashSet<>();
    for (NoteSignature signature : signatures) {
      for (NoteVerifier verifier : named(signature, known)) {
        if (!verifier.verify(message, signature.signature())) {
          throw new UnverifiedNoteException("the signature by " + verifier + " is invalid");
        }
        verified.add(verifier);
      }
    }
    if (verified.isEmpty()) {
      throw new UnverifiedNoteException("no known key signed this note");
    }
    return List.copyOf(verified);
  }

  /** The file: the text, an empty line, and a line for each signature. */
  public byte[] encode() {
    return NoteText.encode(toString());
  }

  private static List<NoteVerifier> named(NoteSignature signature, List<NoteVerifier> known) {
    List<NoteVerifier> named = known.stream().filter(signature::isBy).distinct().toList();
    if (named.size() > 1) {
      throw new IllegalArgumentException(
          "two known keys have the same name and id: " + signature.keyName());
    }
    return named;
  }

  @Override
  public String toString() {
    StringBuilder note = new StringBuilder(text).append('\n');
    signatures.forEach(signature -> note.append(signature.line()));
    return note.toString();
  }
}
