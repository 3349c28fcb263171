package io.iamplane.cli;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFault;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.text.PeerFiles;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of all files of tests in a folder and the folders below, in the order of their
 * names, and the number of files that are no tests, or need a model that they do not name.
 */
record FolderTests(List<FileOutcome> files, int other) {

  /** More files are no suite of tests, but a wrong folder. */
  private static final int MAX_FILES = 10_000;

  /** Each folder that is being read is open. */
  private static final int MAX_DEPTH = 64;

  /** The tests of a file, or the reasons for which it cannot be read. */
  record FileOutcome(String file, @Nullable ModelTests tests, List<String> faults) {}

  /** The outcomes of all files that can be read. */
  ModelTests all() {
    return new ModelTests(
        files.stream()
            .map(FileOutcome::tests)
            .filter(Objects::nonNull)
            .flatMap(each -> each.outcomes().stream())
            .toList(),
        List.of());
  }

  int refused() {
    return (int) files.stream().filter(each -> each.tests() == null).count();
  }

  /**
   * Asks all files of tests. One that cannot be read is listed, and the others are asked. Fails if
   * the folder itself cannot be read, or there are too many files.
   */
  static FolderTests run(Path folder, Instant now) throws IOException {
    return run(folder, now, MAX_FILES);
  }

  static FolderTests run(Path folder, Instant now, int most) throws IOException {
    Documents found = new Documents(folder, most);
    Files.walkFileTree(folder, Set.of(), MAX_DEPTH, found);
    Path root = folder.toRealPath();
    int other = 0;
    for (String file : found.documents) {
      try {
        PeerFiles files = ModelFiles.within(root, file);
        if (ModelTests.isComplete(file, files)) {
          ModelTests tests = ModelTests.run(file, files, null, null, List.of(), now);
          found.outcomes.add(new FileOutcome(file, tests, List.of()));
        } else {
          other++;
        }
      } catch (PeerFaultsException e) {
        List<String> faults = e.faults().stream().map(Object::toString).toList();
        found.outcomes.add(new FileOutcome(file, null, faults));
      } catch (IOException e) {
        found.fail(file, PeerFiles.unreadable(e));
      }
    }
    found.outcomes.sort(Comparator.comparing(FileOutcome::file));
    return new FolderTests(found.outcomes, other);
  }

  /** The documents below a folder; what cannot be looked into is an outcome at once. */
  private static final class Documents extends SimpleFileVisitor<Path> {

    private final Path folder;
    private final int most;
    private final TreeSet<String> documents = new TreeSet<>();
    private final List<FileOutcome> outcomes = new ArrayList<>();

    Documents(Path folder, int most) {
      this.folder = folder;
      this.most = most;
    }

    private void fail(String file, String why) {
      String fault = new PeerFault(new FilePlace(file, 1, 1), why).toString();
      outcomes.add(new FileOutcome(file, null, List.of(fault)));
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isDirectory()) {
        fail(file.toString(), "must not be nested more than %d folders deep".formatted(MAX_DEPTH));
      } else if (isDocument(file.toString())
          && (attributes.isRegularFile() || attributes.isSymbolicLink())) {
        documents.add(file.toString());
      }
      return counted();
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
      if (file.equals(folder)) {
        throw why;
      }
      fail(file.toString(), PeerFiles.unreadable(why));
      return counted();
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException why) {
      if (why != null) {
        fail(directory.toString(), PeerFiles.unreadable(why));
      }
      return counted();
    }

    private FileVisitResult counted() {
      if (documents.size() + outcomes.size() > most) {
        throw CommandException.usage(
            "%s: must not contain more than %d YAML and JSON files; specify a folder of test files"
                .formatted(folder, most));
      }
      return FileVisitResult.CONTINUE;
    }
  }

  private static boolean isDocument(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
  }
}
