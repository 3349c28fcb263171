package io.iamplane.audit.python;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLineTest {

  private static final String KEY = Exports.SIGNER.vkey();

  @TempDir Path folder;

  private String whole = "";
  private String broken = "";

  @BeforeEach
  void files() {
    Python.assumePresent();
    whole = Cases.write(folder.resolve("whole.jsonl"), Exports.whole().bytes());
    Export export = Exports.whole();
    export.removeRecord(5);
    broken = Cases.write(folder.resolve("broken.jsonl"), export.bytes());
  }

  @Test
  void theResultHoldsAllFields() {
    Python.Run run = Python.verify(List.of(whole), Map.of());
    Verdict verdict = run.only();

    assertThat(run.exit()).isZero();
    assertThat(verdict.text("file")).isEqualTo(whole);
    assertThat(verdict.text("head")).isEqualTo(Exports.hex(Exports.hashes(12).getLast()));
    assertThat(verdict.text("root")).isEqualTo(Export.base64(Exports.range(12).root()));
    assertThat(verdict.json().get("checkpoints").asInt()).isEqualTo(3);
    assertThat(verdict.json().get("cause").isNull()).isTrue();
    assertThat(verdict.json().get("seq").isNull()).isTrue();
    assertThat(verdict.json().get("expected").isNull()).isTrue();
    assertThat(verdict.json().get("found").isNull()).isTrue();
    assertThat(run.errors()).contains("the export's own keys prove nothing about who signed");
  }

  @Test
  void aBreakTellsWhatWasExpectedAndFound() {
    Verdict verdict = Python.verify(List.of(broken)).only();

    assertThat(verdict.cause()).isEqualTo("record_missing");
    assertThat(verdict.json().get("records").asInt()).isEqualTo(4);
    assertThat(verdict.json().get("expected").asInt()).isEqualTo(5);
    assertThat(verdict.json().get("found").asInt()).isEqualTo(6);
    assertThat(verdict.text("head")).isEqualTo(Exports.hex(Exports.hashes(4).getLast()));
  }

  @Test
  void theWorstOfSeveralFilesIsTheExit() throws IOException {
    String none = folder.resolve("none.jsonl").toString();
    String other = Files.writeString(folder.resolve("other.jsonl"), "{}\n").toString();

    assertExits(List.of(whole, whole), 0, 0, 0);
    assertExits(List.of(whole, other), 2, 0, 2);
    assertExits(List.of(other, none), 3, 2, 3);
    assertExits(List.of(none, broken, whole, other), 1, 3, 1, 0, 2);
  }

  @Test
  void aFolderCannotBeRead() {
    assertExits(List.of(folder.toString()), 3, 3);
  }

  @Test
  void withAKeyNobodyIsWarned() {
    Python.assumeSignatures();
    Python.Run run = Python.verify(List.of("--key", KEY, whole));

    assertThat(run.exit()).isZero();
    assertThat(run.errors()).isEmpty();
    assertThat(run.only().text("signatures")).isEqualTo("checked");
    assertThat(Python.verify(List.of("--key", Exports.STRANGER.vkey(), "--key", KEY, whole)).exit())
        .isZero();
  }

  @Test
  void anotherKeyDidNotSign() {
    Python.assumeSignatures();
    Verdict verdict = Python.verify(List.of("--key", Exports.STRANGER.vkey(), whole)).only();

    assertThat(verdict.cause()).isEqualTo("checkpoint_forged");
    assertThat(verdict.seq()).isEqualTo(4);
  }

  @Test
  void withoutCheckpointsNothingIsSigned() {
    Export export = Exports.whole();
    export.removeCheckpoints();
    Python.Run run =
        Python.verify(List.of(Cases.write(folder.resolve("bare.jsonl"), export.bytes())));

    assertThat(run.exit()).isZero();
    assertThat(run.only().text("signatures")).isEqualTo("not checked");
    assertThat(run.errors()).contains("no checkpoint: a consistent rewrite cannot be seen");
  }

  @Test
  void withoutTheLibrarySignaturesAreNotChecked() throws IOException {
    Map<String, String> none = withoutLibrary();
    Python.Run run = Python.verify(List.of(whole), none);
    assertThat(run.exit()).as(run.errors()).isZero();
    assertThat(run.only().text("signatures")).isEqualTo("not checked");
    assertThat(run.only().json().get("checkpoints").asInt()).isEqualTo(3);

    Export export = Exports.whole();
    export.sign(Exports.STRANGER);
    String strange = Cases.write(folder.resolve("strange.jsonl"), export.bytes());
    assertThat(Python.verify(List.of(strange), none).only().cause()).isEqualTo("checkpoint_forged");
    assertThat(Python.verify(List.of(broken), none).exit()).isEqualTo(1);
  }

  @Test
  void withoutTheLibraryAGivenKeyCannotBeUsed() throws IOException {
    Map<String, String> none = withoutLibrary();
    Python.Run run = Python.verify(List.of("--key", KEY, whole), none);

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.only().valid()).isFalse();
    assertThat(run.only().error()).contains("the Python package 'cryptography' is missing");
    String hash = "0".repeat(64);
    assertThat(
            Python.verify(List.of("--key", KEY, "--proof", whole, "--record-hash", hash), none)
                .exit())
        .isEqualTo(3);
  }

  @Test
  void usageIsTwo() {
    assertUsage("give an export, or a proof");
    assertUsage("unrecognized arguments: --all", "--all", whole);
    assertUsage("expected one argument", whole, "--key");
    assertUsage("a key has the form name+id+key", "--key", "abc", whole);
    assertUsage("the key's id is not", "--key", "x" + KEY, whole);
    assertUsage("each --proof needs a --record-hash", "--proof", whole);
    assertUsage("each --proof needs a --record-hash", "--record-hash", "00", whole);
    assertUsage("--proof needs a --key", "--proof", whole, "--record-hash", "00");
    assertUsage("--record-hash is not 64", "--key", KEY, "--proof", whole, "--record-hash", "00");
  }

  @Test
  void itRunsOnPythonThreeNineWithTheStandardLibraryAlone() {
    String check =
        """
        import ast, sys
        tree = ast.parse(open(sys.argv[1], encoding="utf-8").read(), feature_version=(3, 9))
        names = set()
        for each in ast.walk(tree):
            if isinstance(each, ast.Import):
                names |= {alias.name for alias in each.names}
            elif isinstance(each, ast.ImportFrom):
                names.add(each.module.split(".")[0])
        known = {"argparse", "base64", "binascii", "hashlib", "json", "re", "struct", "sys"}
        sys.exit(names != known | {"cryptography"})
        """;
    Python.Run run =
        Python.run(List.of("python3", "-c", check, Python.SCRIPT.toString()), Map.of());

    assertThat(run.exit()).as(run.errors()).isZero();
  }

  /** A package of the same name that cannot be imported stands before the real one. */
  private Map<String, String> withoutLibrary() throws IOException {
    Path library = Files.createDirectories(folder.resolve("path/cryptography"));
    Files.writeString(library.resolve("__init__.py"), "raise ImportError()\n");
    return Map.of("PYTHONPATH", library.getParent().toString());
  }

  private static void assertExits(List<String> files, int exit, int... each) {
    Python.Run run = Python.verify(files);
    assertThat(run.exit()).isEqualTo(exit);
    assertThat(run.verdicts().stream().mapToInt(Verdict::exit)).containsExactly(boxed(each));
  }

  private static Integer[] boxed(int... numbers) {
    return Arrays.stream(numbers).boxed().toArray(Integer[]::new);
  }

  private static void assertUsage(String error, String... arguments) {
    Python.Run run = Python.verify(List.of(arguments));
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.verdicts()).isEmpty();
    assertThat(run.errors()).contains(error);
  }
}
