package io.iamplane.audit.python;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A checkpoint kept elsewhere reveals a rewrite, a cut and a rollback, which no export can. */
class AnchorTest {

  private static final String MISMATCH = "anchor_mismatch";
  private static final String TEXT = "Gr\u00fc\u00dfe";

  @TempDir Path folder;

  @BeforeEach
  void signatures() {
    Python.assumeSignatures();
  }

  @Test
  void anExportThatExtendsItsAnchorsIsWhole() {
    for (int size : new int[] {0, 1, 7, 11, 12}) {
      Verdict verdict = verify(Exports.window(1, 12, Set.of()), Exports.note(size));

      assertThat(verdict.exit()).as("%s", verdict).isZero();
      assertThat(verdict.text("signatures")).isEqualTo("checked");
      assertThat(verdict.json().get("checkpoints").asInt()).isZero();
    }
    assertThat(verify(Exports.whole(), Exports.note(3), Exports.note(9)).exit()).isZero();
  }

  @Test
  void aRewriteBeforeTheAnchorIsSeenAtItsSize() {
    Export export = Exports.window(1, 12, Set.of());
    export.rewrite(6, TEXT, "Gruss");
    export.reseal();

    assertBroken(verify(export, Exports.note(7)), MISMATCH, 7);
    assertBroken(verify(export, Exports.note(3), Exports.note(12)), MISMATCH, 12);
    assertThat(verify(export, Exports.note(5)).exit()).isZero();
  }

  @Test
  void aRollbackToABackupIsSeen() {
    assertBroken(verify(Exports.window(1, 8, Set.of(4, 8)), Exports.note(9)), MISMATCH, 9);
    assertBroken(verify(Exports.window(1, 0, Set.of()), Exports.note(12)), MISMATCH, 1);
  }

  @Test
  void anAnchorOfAnotherLogIsNotExtended() {
    String other = "iam.example.org/audit/other";
    String note = Exports.note(other, 4, Exports.range(4).root(), Exports.SIGNER);

    assertBroken(verify(Exports.whole(), note), MISMATCH, 4);
  }

  @Test
  void anAnchorThatNoTrustedKeySignedIsForged() {
    String note = Exports.note(Exports.ORIGIN, 4, Exports.range(4).root(), Exports.STRANGER);

    assertBroken(verify(Exports.whole(), note), "checkpoint_forged", 4);
    String borrowed = Exports.note(8).replace("\n8\n", "\n7\n");
    assertBroken(verify(Exports.whole(), borrowed), "checkpoint_forged", 7);
  }

  @Test
  void theExportsOwnKeysServeWhereNoneIsGiven() {
    Export export = Exports.whole();
    export.header(line -> line.putArray("keys").add(Exports.STRANGER.vkey()));
    export.sign(Exports.STRANGER);

    assertBroken(run(export, false, Exports.note(4)), "checkpoint_forged", 4);
    assertThat(run(Exports.whole(), false, Exports.note(4)).exit()).isZero();
  }

  @Test
  void anAnchorThatLiesBeforeAWindowCannotBeCompared() {
    Export window = Exports.window(6, 12, Set.of(8));

    Verdict verdict = verify(window, Exports.note(4));
    assertThat(verdict.exit()).isEqualTo(3);
    assertThat(verdict.valid()).isFalse();
    assertThat(verdict.error()).isEqualTo("the anchor of size 4 lies before the export");
    assertThat(verify(window, Exports.note(5)).exit()).isZero();
    assertThat(verify(window, Exports.note(6)).exit()).isZero();
  }

  @Test
  void aBrokenExportIsBrokenWhateverCannotBeCompared() {
    Export window = Exports.window(6, 12, Set.of(8));
    window.removeRecord(11);

    assertBroken(verify(window, Exports.note(4)), "record_missing", 11);
  }

  @Test
  void aFileThatIsNoCheckpointIsUsage() {
    Path anchor = folder.resolve("anchor");
    Cases.write(anchor, "nothing\n".getBytes(StandardCharsets.UTF_8));
    Path export = folder.resolve("export");
    Cases.write(export, Exports.whole().bytes());

    Python.Run run = Python.verify(List.of("--checkpoint", anchor.toString(), export.toString()));
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.verdicts()).isEmpty();
    assertThat(run.errors()).contains(anchor + ": the note has no signature");
  }

  @Test
  void anAnchorThatIsNotThereCannotBeChecked() {
    Python.Run run = Python.verify(List.of("--checkpoint", folder.resolve("no").toString(), "any"));

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.errors()).contains("No such file");
  }

  private Verdict verify(Export export, String... notes) {
    return run(export, true, notes);
  }

  private Verdict run(Export export, boolean key, String... notes) {
    List<String> arguments = new ArrayList<>();
    if (key) {
      arguments.addAll(List.of("--key", Exports.SIGNER.vkey()));
    }
    for (int i = 0; i < notes.length; i++) {
      byte[] note = notes[i].getBytes(StandardCharsets.UTF_8);
      arguments.addAll(List.of("--checkpoint", Cases.write(folder.resolve("anchor" + i), note)));
    }
    arguments.add(Cases.write(folder.resolve("export.jsonl"), export.bytes()));
    Python.Run run = Python.verify(arguments);
    assertThat(run.exit()).isEqualTo(run.only().exit());
    return run.only();
  }

  private static void assertBroken(Verdict verdict, String cause, long seq) {
    assertThat(verdict.cause()).as("%s", verdict).isEqualTo(cause);
    assertThat(verdict.seq()).as("%s", verdict).isEqualTo(seq);
    assertThat(verdict.exit()).isEqualTo(1);
  }
}
