package io.iamplane.chain;

import io.iamplane.chain.note.Checkpoint;
import io.iamplane.chain.note.MalformedNoteException;
import io.iamplane.chain.note.NoteVerifier;
import io.iamplane.chain.note.SignedNote;
import io.iamplane.chain.note.UnverifiedNoteException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * A row of {@code iam_audit_checkpoints}; not trusted before it is opened.
 *
 * @param size the number of records that it covers
 * @param root of the tree at that size
 * @param headHash the hash of the last record that it covers
 * @param note the signed text (C2SP signed-note)
 */
public record StoredCheckpoint(
    long size, byte[] root, byte[] headHash, String note, Instant createdAt) {

  public boolean isBy(List<NoteVerifier> keys, String origin) {
    try {
      open(origin, keys);
      return true;
    } catch (RuntimeException e) {
      // Besides one that is not verified: a row that holds nothing that could be one.
      return false;
    }
  }

  /**
   * Opens the signed text.
   *
   * @throws UnverifiedNoteException if no trusted key signed it for this log, or the row has
   *     another size or root than the signed text
   */
  public Checkpoint open(String origin, List<NoteVerifier> trusted) {
    try {
      SignedNote signed = SignedNote.parse(note.getBytes(StandardCharsets.UTF_8));
      Checkpoint checkpoint = Checkpoint.open(signed, origin, trusted);
      if (checkpoint.size() != size || !Arrays.equals(checkpoint.root().bytes(), root)) {
        throw new UnverifiedNoteException("the row's size or root differs from the signed one");
      }
      return checkpoint;
    } catch (MalformedNoteException e) {
      throw new UnverifiedNoteException(String.valueOf(e.getMessage()));
    }
  }
}
