package io.iamplane.chain.note;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.ProofVerifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The proof that a log holds an entry, in a file that can be verified without asking the log (C2SP
 * {@code tlog-proof@v1}).
 *
 * @param extra base64 of data that helps to make the leaf; nothing vouches for it
 * @param index the entry, from 0: of a record, its sequence number less 1
 * @param hashes the inclusion proof, from the leaf's sibling up
 * @param checkpoint the log's checkpoint that the proof leads to, as it was signed
 */
public record TlogProof(
    Optional<String> extra, long index, List<MerkleHash> hashes, SignedNote checkpoint) {

  /** No path to a root is longer when the size is a {@code long}. */
  private static final int MAX_HASHES = 63;

  private static final String HEADER = "c2sp.org/tlog-proof@v1";
  private static final String EXTRA = "extra ";
  private static final String INDEX = "index ";

  public TlogProof {
    extra.ifPresent(TlogProof::requireExtra);
    if (index < 0) {
      throw new IllegalArgumentException("the index " + index + " is negative");
    }
    hashes = List.copyOf(hashes);
    if (hashes.size() > MAX_HASHES) {
      throw new MalformedNoteException(
          "the proof has %d hashes, more than any path can have".formatted(hashes.size()));
    }
  }

  public TlogProof(long index, List<MerkleHash> hashes, SignedNote checkpoint) {
    this(Optional.empty(), index, hashes, checkpoint);
  }

  /** A proof with extra data, which is not empty. */
  public static TlogProof withExtra(
      byte[] extra, long index, List<MerkleHash> hashes, SignedNote checkpoint) {
    return new TlogProof(Optional.of(NoteText.base64(extra)), index, hashes, checkpoint);
  }

  /**
   * Reads a file.
   *
   * @throws MalformedNoteException if it is not such a proof; the message names the line
   */
  public static TlogProof parse(byte[] file) {
    String text = NoteText.decode(file);
    int split = text.indexOf("\n\n");
    if (split < 0) {
      throw new MalformedNoteException("no empty line separates the proof from the checkpoint");
    }
    return new ProofLines(NoteText.lines(text.substring(0, split + 1)))
        .read(checkpoint(text.substring(split + 2)));
  }

  private static SignedNote checkpoint(String note) {
    try {
      return SignedNote.parse(note);
    } catch (MalformedNoteException e) {
      throw new MalformedNoteException("the checkpoint: " + e.getMessage());
    }
  }

  public Optional<byte[]> extraData() {
    return extra.map(text -> NoteText.base64(text, "the extra data"));
  }

  /**
   * Verifies all of it: a known key signed the checkpoint, it is this log's, and its tree holds the
   * leaf at the index.
   *
   * @param leaf the leaf hash of the entry, made from the entry itself
   * @return the checkpoint, with the size of the tree
   * @throws MalformedNoteException if the signed text is not a checkpoint
   * @throws UnverifiedNoteException if the proof does not hold
   */
  public Checkpoint verify(MerkleHash leaf, String origin, List<NoteVerifier> known) {
    Checkpoint opened = Checkpoint.open(checkpoint, origin, known);
    if (!ProofVerifier.inclusion(index, opened.size(), leaf, hashes, opened.root())) {
      throw new UnverifiedNoteException(
          "the tree of size %d does not contain this entry at index %d"
              .formatted(opened.size(), index));
    }
    return opened;
  }

  public byte[] encode() {
    return NoteText.encode(toString());
  }

  @Override
  public String toString() {
    StringBuilder file = new StringBuilder(HEADER).append('\n');
    extra.ifPresent(text -> file.append(EXTRA).append(text).append('\n'));
    file.append(INDEX).append(index).append('\n');
    hashes.forEach(hash -> file.append(NoteText.base64(hash.bytes())).append('\n'));
    return file.append('\n').append(checkpoint).toString();
  }

  private static void requireExtra(String base64) {
    if (NoteText.base64(base64, "the extra data").length == 0) {
      throw new MalformedNoteException("the extra data is empty");
    }
  }

  /** The lines before the checkpoint, read from the first to the last. */
  private static final class ProofLines {

    private final List<String> lines;
    private int next;

    ProofLines(List<String> lines) {
      this.lines = lines;
    }

    TlogProof read(SignedNote checkpoint) {
      if (!take("").equals(HEADER)) {
        throw new MalformedNoteException("line 1 must be " + HEADER);
      }
      Optional<String> extra = isNext(EXTRA) ? Optional.of(take(EXTRA)) : Optional.empty();
      if (!isNext(INDEX)) {
        throw new MalformedNoteException("line " + (next + 1) + " does not contain the index");
      }
      String digits = take(INDEX);
      long index = NoteText.number(digits, "the index in line " + next);
      List<MerkleHash> hashes = new ArrayList<>();
      while (next < lines.size() && hashes.size() <= MAX_HASHES) {
        String line = take("");
        hashes.add(Checkpoint.hash(line, "the hash in line " + next));
      }
      return new TlogProof(extra, index, hashes, checkpoint);
    }

    private boolean isNext(String prefix) {
      return next < lines.size() && lines.get(next).startsWith(prefix);
    }

    private String take(String prefix) {
      return lines.get(next++).substring(prefix.length());
    }
  }
}
