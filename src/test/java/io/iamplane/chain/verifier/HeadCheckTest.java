package io.iamplane.chain.verifier;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.ChainHead;
import io.iamplane.chain.tree.CompactRange;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.verifier.RecordReader.StoredHead;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeadCheckTest {

  private static final byte[] HASH = filled(1);
  private static final byte[] OTHER_HASH = filled(2);
  private static final CompactRange TREE = tree(3, 0);
  private static final CompactRange OTHER_TREE = tree(3, 9);
  private static final ChainHead END = new ChainHead(3, HASH, TREE);

  @Test
  void aHeadThatIsTheEndIsNoFinding() {
    assertThat(HeadCheck.compare(END, List.of(new StoredHead(3, HASH, Optional.of(TREE)))))
        .isEmpty();
  }

  @Test
  void anotherNumberIsShown() {
    // The same bytes fit every size with as many perfect subtrees.
    CompactRange atFive = CompactRange.decode(5, TREE.encode());
    assertShown(
        new StoredHead(5, HASH, Optional.of(atFive)),
        "seq 3, tree with root " + hex(TREE),
        "seq 5, tree with root " + hex(atFive));
    assertShown(
        new StoredHead(2, HASH, Optional.empty()),
        "seq 3, tree with root " + hex(TREE),
        "seq 2, a tree whose size differs from seq");
  }

  @Test
  void anotherHashIsShown() {
    assertShown(
        new StoredHead(3, OTHER_HASH, Optional.of(TREE)),
        "hash " + hex(HASH),
        "hash " + hex(OTHER_HASH));
  }

  @Test
  void anotherTreeIsShown() {
    assertShown(
        new StoredHead(3, HASH, Optional.of(OTHER_TREE)),
        "tree with root " + hex(TREE),
        "tree with root " + hex(OTHER_TREE));
  }

  @Test
  void noHeadAndTwoHeadsAreShown() {
    Finding none = HeadCheck.compare(END, List.of()).orElseThrow();
    assertThat(none.expected()).isEqualTo("one head");
    assertThat(none.found()).isNull();
    StoredHead head = new StoredHead(3, HASH, Optional.of(TREE));
    assertThat(HeadCheck.compare(END, List.of(head, head)).orElseThrow().found())
        .isEqualTo("2 heads");
  }

  private static void assertShown(StoredHead head, String expected, String found) {
    Finding finding = HeadCheck.compare(END, List.of(head)).orElseThrow();
    assertThat(finding.cause()).isEqualTo(FindingCause.HEAD_MISMATCH);
    assertThat(finding.seq()).isEqualTo(3);
    assertThat(finding.expected()).isEqualTo(expected);
    assertThat(finding.found()).isEqualTo(found);
  }

  private static CompactRange tree(int size, int first) {
    return CompactRange.of(
        IntStream.range(first, first + size)
            .mapToObj(value -> MerkleHash.leaf(filled(value)))
            .toList());
  }

  private static byte[] filled(int value) {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static String hex(CompactRange tree) {
    return hex(tree.root().bytes());
  }
}
