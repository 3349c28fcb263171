package io.iamplane.audit.python;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Exports from a later record on, which begin with the tree before it. */
class WindowExportTest {

  private static final String ZEROS = "0".repeat(64);
  private static final Set<Integer> EVERYWHERE = Set.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);

  @TempDir Path folder;

  @BeforeEach
  void python() {
    Python.assumePresent();
  }

  @Test
  void everyWindowIsWhole() {
    Cases cases = new Cases(Exports::whole);
    for (int size = 0; size <= 12; size++) {
      for (int from = 1; from <= size + 1; from++) {
        int first = from;
        int last = size;
        cases.whole(from + " to " + size, size - from + 1, e -> become(e, first, last, EVERYWHERE));
        cases.whole(
            from + " to " + size + " bare", size - from + 1, e -> become(e, first, last, Set.of()));
      }
    }
    cases.check(folder);
  }

  @TestFactory
  List<DynamicTest> changedWindows() {
    return new Cases(() -> Exports.window(8, 12, Set.of(7, 10)))
        .whole("untouched", 5, e -> {})
        .broken("prefix's head, seen by its leaf", "head_mismatch", 7, prefix("head", ZEROS))
        .broken("last prefix hash, a leaf", "head_mismatch", 7, e -> e.header(hash(2)))
        .broken("first prefix hash", "checkpoint_mismatch", 7, e -> e.header(hash(0)))
        .broken("prefix reversed", "head_mismatch", 7, e -> e.header(WindowExportTest::reverse))
        .broken("from, same bits", "checkpoint_mismatch", 11, e -> from(e, 12))
        .broken("first removed", "record_missing", 8, e -> e.removeRecord(8))
        .broken("last removed", "tail_truncated", 12, e -> e.removeRecord(12))
        .broken("text of the first", "record_altered", 8, e -> e.rewrite(8, "Gr", "gr"))
        .broken("link of the first", "link_broken", 8, e -> e.record(8, WindowExportTest::unlink))
        .broken("count of all", "tail_truncated", 13, e -> e.end(line -> line.put("records", 12)))
        .refused("no prefix", "line 1: a prefix stands where", e -> e.header(without("prefix")))
        .refused("hash too few", "has not 3 hashes", e -> e.header(line -> hashes(line).remove(0)))
        .refused(
            "hash too many", "has not 3 hashes", e -> e.header(line -> hashes(line).add(ZEROS)))
        .refused("hash short", "a hash of the prefix is not 64", e -> e.header(shortHash()))
        .refused("no head", "the prefix has head and hashes", e -> e.header(inPrefix("head")))
        .refused("no hashes", "the prefix has head and hashes", e -> e.header(inPrefix("hashes")))
        .refused("from 9", "the prefix has not 1 hashes", e -> from(e, 9))
        .refused("from 1", "a prefix stands where", e -> from(e, 1))
        .refused("from 14", "'size' is not an integer from 13", e -> from(e, 14))
        .tests(folder);
  }

  @TestFactory
  List<DynamicTest> evenWindows() {
    return new Cases(() -> Exports.window(7, 12, Set.of(10)))
        .whole("untouched", 6, e -> {})
        .broken("prefix's head", "link_broken", 7, prefix("head", ZEROS))
        .broken(
            "a prefix hash, seen by the checkpoint",
            "checkpoint_mismatch",
            10,
            e -> e.header(hash(1)))
        .tests(folder);
  }

  private static void become(Export export, int from, int size, Set<Integer> checkpoints) {
    export.lines().clear();
    export.lines().addAll(Exports.window(from, size, checkpoints).lines());
  }

  private static Consumer<Export> prefix(String field, String value) {
    return export -> export.header(line -> ((ObjectNode) line.get("prefix")).put(field, value));
  }

  private static Consumer<ObjectNode> inPrefix(String without) {
    return line -> ((ObjectNode) line.get("prefix")).remove(without);
  }

  private static Consumer<ObjectNode> without(String field) {
    return line -> line.remove(field);
  }

  private static Consumer<ObjectNode> hash(int index) {
    return line -> hashes(line).set(index, ZEROS);
  }

  private static Consumer<ObjectNode> shortHash() {
    return line -> hashes(line).set(0, "00");
  }

  private static void unlink(ObjectNode line) {
    line.put("prev_hash", ZEROS);
  }

  private static void from(Export export, int from) {
    export.header(line -> line.put("from", from));
  }

  private static ArrayNode hashes(ObjectNode header) {
    return (ArrayNode) header.get("prefix").get("hashes");
  }

  private static void reverse(ObjectNode header) {
    ArrayNode hashes = hashes(header);
    List<String> texts =
        Stream.of(0, 1, 2)
            .map(i -> hashes.get(i).asText())
            .sorted(Collections.reverseOrder())
            .toList();
    hashes.removeAll();
    texts.forEach(hashes::add);
  }
}
