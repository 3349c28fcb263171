package io.iamplane.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.migrate.source.PeerFormats;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files with changes at random places are read, or refused with faults; nothing else is thrown. */
class ChangedFilesFuzzTest {

  private static final int ROUNDS = Integer.getInteger("peer.fuzz.rounds", 1_000);

  private static final List<String> PARTS =
      List.of(
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          "\"",
          "'",
          "#",
          ":",
          "*",
          "|",
          "-",
          "->",
          ",",
          "\n",
          " ",
          "\t",
          "or",
          "and",
          "but not",
          "from",
          "define",
          "type",
          "condition",
          "with",
          "&",
          "%",
          "\\u",
          "\\x4",
          "\0",
          "\uD800",
          "é",
          "- ",
          "? ",
          "!",
          "@",
          "`",
          "null",
          "1e999",
          "//",
          "..");

  @ParameterizedTest
  @CsvSource({
    "OPENFGA,openfga.md,store.fga.yaml",
    "SPICEDB,spicedb.md,docs.yaml",
    "TOPAZ,topaz.md,manifest.yaml",
    "TOPAZ,topaz.md,relations.json",
    "TOPAZ,topaz.md,assertions.json"
  })
  void nothingButFaultsIsThrown(PeerKind kind, String page, String file) throws Exception {
    String guide = Files.readString(Path.of("docs/migrate", page));
    int begin = guide.indexOf('\n', guide.indexOf("file=" + file)) + 1;
    String text = guide.substring(begin, guide.indexOf("```", begin));
    Random random = new Random(41);
    int read = 0;
    for (int i = 0; i < ROUNDS; i++) {
      String changed = changed(text, random);
      try {
        read(kind, file, changed);
        read++;
      } catch (PeerFaultsException e) {
        assertThat(e.faults())
            .allMatch(fault -> fault.place().line() >= 1 && fault.place().column() >= 1);
      } catch (RuntimeException | StackOverflowError e) {
        throw new AssertionError("round " + i + " of " + file + ":\n" + changed, e);
      }
    }
    assertThat(read).isBetween(1, ROUNDS - 1);
  }

  private static void read(PeerKind kind, String file, String text) throws Exception {
    Imported imported = Imported.of(kind).file(file, text);
    switch (file) {
      case "relations.json" -> PeerFormats.data(kind, file, imported.files()).read(_ -> {});
      case "assertions.json" -> PeerFormats.topazAssertions(file, imported.files());
      default -> imported.run(file);
    }
  }

  private static String changed(String text, Random random) {
    StringBuilder changed = new StringBuilder(text);
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(changed.length());
      int length = random.nextInt(Math.min(12, changed.length() - at));
      switch (random.nextInt(4)) {
        case 0 -> changed.delete(at, at + length);
        case 1 -> changed.insert(at, PARTS.get(random.nextInt(PARTS.size())));
        case 2 -> changed.replace(at, at + length, PARTS.get(random.nextInt(PARTS.size())));
        default -> changed.insert(at, changed.substring(at, at + length));
      }
    }
    return new String(changed.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }
}
