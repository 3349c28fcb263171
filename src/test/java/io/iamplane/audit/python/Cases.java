package io.iamplane.audit.python;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;

/** A table of exports and their expected verdicts, verified by one process. */
final class Cases {

  private record Case(String name, byte[] file, Consumer<Verdict> expectation) {}

  private final Supplier<Export> original;
  private final List<Case> cases = new ArrayList<>();

  /** Each case begins with a fresh export. */
  Cases(Supplier<Export> original) {
    this.original = original;
  }

  Cases whole(String name, int records, Consumer<Export> change) {
    return add(
        name,
        changed(change),
        verdict -> {
          assertThat(verdict.exit()).as("%s", verdict).isZero();
          assertThat(verdict.valid()).isTrue();
          assertThat(verdict.cause()).isNull();
          assertThat(verdict.json().get("records").asInt()).isEqualTo(records);
        });
  }

  Cases broken(String name, String cause, long seq, Consumer<Export> change) {
    return add(name, changed(change), verdict -> assertBroken(verdict, cause, seq));
  }

  /** Skipped where signatures cannot be checked, because only they tell. */
  Cases forged(String name, long seq, Consumer<Export> change) {
    return add(
        name,
        changed(change),
        verdict -> {
          if (!Python.checksSignatures()) {
            throw new TestAbortedException("the Python package cryptography is not there");
          }
          assertBroken(verdict, "checkpoint_forged", seq);
        });
  }

  Cases refused(String name, String error, Consumer<Export> change) {
    return refusedBytes(name, error, changed(change));
  }

  Cases refusedBytes(String name, String error, Function<Export, byte[]> change) {
    return add(name, change, verdict -> assertRefused(verdict, error));
  }

  Cases brokenBytes(String name, String cause, long seq, Function<Export, byte[]> change) {
    return add(name, change, verdict -> assertBroken(verdict, cause, seq));
  }

  /** Requires a verdict other than intact, and no crash of the verifier. */
  Cases seen(String name, byte[] file) {
    cases.add(new Case(name, file, verdict -> assertThat(verdict.exit()).isIn(1, 2)));
    return this;
  }

  Cases add(String name, Function<Export, byte[]> change, Consumer<Verdict> expectation) {
    cases.add(new Case(name, change.apply(original.get()), expectation));
    return this;
  }

  int size() {
    return cases.size();
  }

  /** Verifies all of them, and gives one test for each. */
  List<DynamicTest> tests(Path folder, String... options) {
    List<Verdict> verdicts = verify(folder, options);
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < cases.size(); i++) {
      Case each = cases.get(i);
      Verdict verdict = verdicts.get(i);
      tests.add(DynamicTest.dynamicTest(each.name, () -> each.expectation.accept(verdict)));
    }
    return tests;
  }

  /** Verifies all of them in one test, for large tables. */
  void check(Path folder, String... options) {
    List<Verdict> verdicts = verify(folder, options);
    for (int i = 0; i < cases.size(); i++) {
      Case each = cases.get(i);
      Verdict verdict = verdicts.get(i);
      assertThat(verdict).as(each.name).satisfies(each.expectation);
    }
  }

  private List<Verdict> verify(Path folder, String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    for (int i = 0; i < cases.size(); i++) {
      arguments.add(write(folder.resolve(i + ".jsonl"), cases.get(i).file));
    }
    Python.Run run = Python.verify(arguments);
    assertThat(run.verdicts()).as(run.errors()).hasSize(cases.size());
    return run.verdicts();
  }

  static String write(Path path, byte[] file) {
    try {
      return Files.write(path, file).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Function<Export, byte[]> changed(Consumer<Export> change) {
    return export -> {
      change.accept(export);
      return export.bytes();
    };
  }

  private static void assertBroken(Verdict verdict, String cause, long seq) {
    assertThat(verdict.cause()).as("%s", verdict).isEqualTo(cause);
    assertThat(verdict.seq()).as("%s", verdict).isEqualTo(seq);
    assertThat(verdict.exit()).isEqualTo(1);
    assertThat(verdict.valid()).isFalse();
  }

  private static void assertRefused(Verdict verdict, String error) {
    assertThat(verdict.error()).as("%s", verdict).contains(error);
    assertThat(verdict.exit()).isEqualTo(2);
    assertThat(verdict.valid()).isFalse();
    assertThat(verdict.cause()).isNull();
  }
}
