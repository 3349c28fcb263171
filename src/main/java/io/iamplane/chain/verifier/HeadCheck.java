package io.iamplane.chain.verifier;

import io.iamplane.chain.ChainHead;
import io.iamplane.chain.tree.CompactRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** Compares the head row with the end of the records, and shows nothing but the differences. */
final class HeadCheck {

  private static final HexFormat HEX = HexFormat.of();

  private final List<String> expected = new ArrayList<>();
  private final List<String> found = new ArrayList<>();

  private HeadCheck() {}

  /**
   * Compares the end of the records with the head rows: one, unless someone took the table's key
   * away.
   */
  static Optional<Finding> compare(ChainHead end, List<RecordReader.StoredHead> heads) {
    if (heads.size() != 1) {
      return Optional.of(
          new Finding(
              FindingCause.HEAD_MISMATCH,
              end.seq(),
              "one head",
              heads.isEmpty() ? null : heads.size() + " heads"));
    }
    HeadCheck check = new HeadCheck();
    check.compare(end, heads.getFirst());
    return check.expected.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Finding(
                FindingCause.HEAD_MISMATCH,
                end.seq(),
                String.join(", ", check.expected),
                String.join(", ", check.found)));
  }

  private void compare(ChainHead end, RecordReader.StoredHead head) {
    if (head.seq() != end.seq()) {
      differ("seq " + end.seq(), "seq " + head.seq());
    }
    if (!Arrays.equals(head.hash(), end.hash())) {
      byte[] hash = head.hash();
      differ(
          "hash " + HEX.formatHex(end.hash()),
          hash == null ? "no hash" : "hash " + HEX.formatHex(hash));
    }
    if (!head.tree().equals(Optional.of(end.tree()))) {
      differ(
          root(end.tree()),
          head.tree().map(HeadCheck::root).orElse("a tree whose size differs from seq"));
    }
  }

  private void differ(String wanted, String there) {
    expected.add(wanted);
    found.add(there);
  }

  private static String root(CompactRange tree) {
    return "tree with root " + HEX.formatHex(tree.root().bytes());
  }
}
