package io.iamplane.cli;

import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.proof.AssertionOutcome;
import io.iamplane.migrate.text.PeerFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of all files of tests in a folder and the folders below, in the order of their
 * names.
 *
 * @param other files that are no tests, or need a model that they do not name
 */
record FolderTests(List<FileOutcome> files, int other) {

  /** More files are no suite of tests, but a wrong folder. */
  private static final int MAX_FILES = 10_000;

  /**
   * One file.
   *
   * @param tests null when the file cannot be read
   * @param faults the reasons, if it cannot be read
   */
  record FileOutcome(String file, @Nullable ModelTests tests, List<String> faults) {

    int count(AssertionOutcome.Result result) {
      return tests == null ? 0 : tests.count(result);
    }
  }

  int count(AssertionOutcome.Result result) {
    return files.stream().mapToInt(each -> each.count(result)).sum();
  }

  int refused() {
    return (int) files.stream().filter(each -> each.tests() == null).count();
  }

  static FolderTests run(Path folder, Instant now) throws IOException {
    List<FileOutcome> outcomes = new ArrayList<>();
    int other = 0;
    for (String file : documents(folder)) {
      try {
        PeerFiles beside = ModelFiles.beside(file);
        if (ModelTests.isComplete(file, beside)) {
          ModelTests tests = ModelTests.run(file, null, null, List.of(), now);
          outcomes.add(new FileOutcome(file, tests, List.of()));
        } else {
          other++;
        }
      } catch (PeerFaultsException e) {
        outcomes.add(
            new FileOutcome(file, null, e.faults().stream().map(Object::toString).toList()));
      }
    }
    return new FolderTests(outcomes, other);
  }

  private static List<String> documents(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      List<String> files =
          all.filter(Files::isRegularFile)
              .map(Path::toString)
              .filter(FolderTests::isDocument)
              .sorted()
              .limit(MAX_FILES + 1L)
              .toList();
      if (files.size() > MAX_FILES) {
        throw CommandException.usage(
            "%s: has more than %d files; name a folder of tests".formatted(folder, MAX_FILES));
      }
      return files;
    }
  }

  private static boolean isDocument(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
  }
}
