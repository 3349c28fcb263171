package io.iamplane.chain.note;

import io.iamplane.chain.tree.MerkleHash;
import java.util.List;

/**
 * A signed statement of a log about its tree (C2SP {@code tlog-checkpoint}).
 *
 * @param origin the log, one line
 * @param size the number of leaves
 * @param root the root of the tree at that size
 * @param extensions further lines that a stranger's log may write; ours writes none
 */
public record Checkpoint(String origin, long size, MerkleHash root, List<String> extensions) {

  private static final int LINES = 3;

  public Checkpoint {
    NoteText.requireLine(origin, "the origin");
    if (size < 0) {
      throw new IllegalArgumentException("the size " + size + " is negative");
    }
    if (size == 0 && !root.equals(MerkleHash.emptyRoot())) {
      throw new MalformedNoteException("the root for size 0 is not that of the empty tree");
    }
    extensions = List.copyOf(extensions);
    extensions.forEach(line -> NoteText.requireLine(line, "an extension line"));
  }

  public Checkpoint(String origin, long size, MerkleHash root) {
    this(origin, size, root, List.of());
  }

  /**
   * Reads the text of a note.
   *
   * @throws MalformedNoteException if it is not a checkpoint's; the message names the line
   */
  public static Checkpoint parse(String text) {
    NoteText.requireLines(text);
    List<String> lines = NoteText.lines(text);
    if (lines.size() < LINES) {
      throw new MalformedNoteException(
          "a checkpoint must have at least three lines, but this one has " + lines.size());
    }
    int empty = lines.indexOf("");
    if (empty >= 0) {
      throw new MalformedNoteException("line " + (empty + 1) + " is empty");
    }
    return new Checkpoint(
        lines.get(0),
        NoteText.number(lines.get(1), "the size in line 2"),
        hash(lines.get(2), "the root in line 3"),
        lines.subList(LINES, lines.size()));
  }

  /**
   * Reads a signed checkpoint and verifies it: a known key signed it, and it is this log's.
   *
   * @throws MalformedNoteException if it is not a signed checkpoint
   * @throws UnverifiedNoteException if no known key signed it, or it is another log's
   */
  public static Checkpoint open(SignedNote note, String origin, List<NoteVerifier> known) {
    note.verify(known);
    Checkpoint checkpoint = parse(note.text());
    if (!checkpoint.origin().equals(origin)) {
      throw new UnverifiedNoteException(
          "the checkpoint's origin is '%s', not '%s'".formatted(checkpoint.origin(), origin));
    }
    return checkpoint;
  }

  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(origin).append('\n');
    text.append(size).append('\n');
    text.append(NoteText.base64(root.bytes())).append('\n');
    extensions.forEach(line -> text.append(line).append('\n'));
    return text.toString();
  }

  static MerkleHash hash(String base64, String what) {
    byte[] bytes = NoteText.base64(base64, what);
    if (bytes.length != MerkleHash.BYTES) {
      throw new MalformedNoteException(what + " has " + bytes.length + " bytes, not 32");
    }
    return MerkleHash.of(bytes);
  }
}
