package io.iamplane.audit.python;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing in an export that ends in a signed checkpoint can be changed unseen. */
class EveryByteTest {

  private static final List<JsonNode> OTHERS =
      List.of(
          JsonNodeFactory.instance.nullNode(),
          JsonNodeFactory.instance.booleanNode(true),
          JsonNodeFactory.instance.numberNode(7),
          JsonNodeFactory.instance.textNode(""),
          JsonNodeFactory.instance.textNode("7"),
          JsonNodeFactory.instance.textNode("0".repeat(64)),
          JsonNodeFactory.instance.arrayNode(),
          JsonNodeFactory.instance.objectNode());

  /** One byte of so many; each bit has its turn. */
  private static final int FEW = 7;

  @TempDir Path folder;

  @Test
  void aBitOfSomeBytes() {
    assertThat(changeBits(FEW)).isGreaterThan(2000 / FEW);
  }

  @Test
  @Tag("ci")
  void aBitOfAnyByte() {
    assertThat(changeBits(1)).isGreaterThan(2000);
  }

  private int changeBits(int step) {
    Python.assumeSignatures();
    byte[] file = Exports.window(3, 4, Set.of(4)).bytes();
    Cases cases = new Cases(Exports::whole);
    for (int i = 0; i < file.length; i += step) {
      byte[] other = file.clone();
      other[i] ^= (byte) (1 << (i % 8));
      cases.seen("byte " + i, other);
    }

    cases.check(folder);
    return cases.size();
  }

  @Test
  void someBytesRemoved() {
    remove(FEW);
  }

  @Test
  @Tag("ci")
  void anyByteRemoved() {
    remove(1);
  }

  private void remove(int step) {
    Python.assumeSignatures();
    byte[] file = Exports.window(3, 3, Set.of(3)).bytes();
    Cases cases = new Cases(Exports::whole);
    // Without the last byte, a newline, the last line is still whole.
    for (int i = 0; i < file.length - 1; i += step) {
      byte[] other = new byte[file.length - 1];
      System.arraycopy(file, 0, other, 0, i);
      System.arraycopy(file, i + 1, other, i, other.length - i);
      cases.seen("without byte " + i, other);
    }

    cases.check(folder);
  }

  @Test
  void cutAtSomePlaces() {
    cut(FEW);
  }

  @Test
  @Tag("ci")
  void cutAnywhere() {
    cut(1);
  }

  private void cut(int step) {
    Python.assumePresent();
    byte[] file = Exports.window(3, 3, Set.of(3)).bytes();
    Cases cases = new Cases(Exports::whole);
    for (int length = 0; length < file.length - 1; length += step) {
      cases.seen(length + " bytes", Arrays.copyOf(file, length));
    }

    cases.check(folder);
  }

  @Test
  void anyOtherValueOfAnyField() {
    Python.assumePresent();
    Export export = Exports.window(3, 4, Set.of(4));
    Cases cases = new Cases(Exports::whole);
    for (int i = 0; i < export.lines().size(); i++) {
      ObjectNode line = Export.parse(export.lines().get(i));
      for (String name : (Iterable<String>) line::fieldNames) {
        for (JsonNode other : OTHERS) {
          Export changed = export.copy();
          changed.change(i, fields -> fields.set(name, other));
          // Erased values are no fault.
          if (!(name.equals("personal") && other.equals(OTHERS.getLast()))) {
            cases.seen("line %d, %s: %s".formatted(i, name, other), changed.bytes());
          }
        }
      }
    }

    cases.check(folder);
    assertThat(cases.size()).isGreaterThan(150);
  }

  @Test
  void anyLineRemovedRepeatedOrMoved() {
    Python.assumePresent();
    Export whole = Exports.whole();
    int lines = whole.lines().size();
    Cases cases = new Cases(Exports::whole);
    for (int from = 0; from < lines; from++) {
      for (int to = 0; to < lines; to++) {
        Export export = whole.copy();
        String line = export.lines().get(from);
        if (from != to) {
          export.lines().remove(from);
          export.lines().add(to, line);
          cases.seen("line %d moved to %d".formatted(from, to), export.bytes());
        } else if (!line.contains("\"checkpoint\"")) {
          // A checkpoint more or less changes nothing of what the others vouch for.
          export.lines().add(from, line);
          cases.seen("line %d twice".formatted(from), export.bytes());
          export.lines().subList(from, from + 2).clear();
          cases.seen("without line %d".formatted(from), export.bytes());
        }
      }
    }

    cases.check(folder);
  }
}
