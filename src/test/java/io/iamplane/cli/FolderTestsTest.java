package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.cli.FolderTests.FileOutcome;
import io.iamplane.migrate.proof.AssertionOutcome.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder of files from strangers: one that is bad stops no other, and none leads outside. */
class FolderTestsTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private static final String MODEL =
      """
      model
        schema 1.1
      type user
      type doc
        relations
          define viewer: [user]
      """;

  private static final String STORE =
      """
      model_file: MODEL
      tuples:
        - {user: "user:ann", relation: viewer, object: "doc:plan"}
      tests:
        - name: readers
          check:
            - {user: "user:ann", object: "doc:plan", assertions: {viewer: true}}
      """;

  @TempDir Path directory;

  @Test
  void badFilesAreListedAndTheOthersAsked() throws IOException {
    write("suite/model.fga", MODEL);
    write("suite/a.fga.yaml", STORE.replace("MODEL", "absent.fga"));
    write("suite/b.fga.yaml", STORE.replace("MODEL", "\"m\\0.fga\""));
    write("suite/c.fga.yaml", STORE.replace("MODEL", "."));
    write("suite/d.fga.yaml", "model: [\n");
    Files.write(directory.resolve("suite/e.fga.yaml"), new byte[] {'a', ':', (byte) 0xC3, '('});
    Files.createSymbolicLink(directory.resolve("suite/f.yaml"), Path.of("nothing.yaml"));
    Files.createSymbolicLink(directory.resolve("suite/g.yaml"), Path.of("g.yaml"));
    write("suite/h.fga.yaml", STORE.replace("MODEL", "model.fga"));

    FolderTests tests = FolderTests.run(directory.resolve("suite"), NOW);

    assertThat(refused(tests))
        .hasSize(7)
        .contains(
            "a.fga.yaml:1:13: the file absent.fga cannot be read",
            "b.fga.yaml:1:13: the file m\\u0000.fga cannot be read: not a valid file name",
            "c.fga.yaml:1:13: the file . cannot be read: not a regular file",
            "f.yaml:1:1: cannot be read")
        .anyMatch(line -> line.startsWith("d.fga.yaml:2:1: "))
        .anyMatch(line ->
            line.startsWith("e.fga.yaml:1:") && line.endsWith("the file is not valid UTF-8"))
        .anyMatch(line -> line.startsWith("g.yaml:1:1: cannot be read"));
    assertThat(tests.all().count(Result.PASSED)).isEqualTo(1);
  }

  @Test
  void nothingOutsideOfTheFolderIsRead() throws IOException {
    write("outside/model.fga", MODEL);
    write("outside/store.fga.yaml", STORE.replace("MODEL", "model.fga"));
    write("suite/inner/model.fga", MODEL);
    write("suite/inner/up.fga.yaml", STORE.replace("MODEL", "../../outside/model.fga"));
    write(
        "suite/inner/absolute.fga.yaml",
        STORE.replace("MODEL", directory.resolve("outside/model.fga").toString()));
    write("suite/inner/linked.fga.yaml", STORE.replace("MODEL", "folder/model.fga"));
    Files.createSymbolicLink(directory.resolve("suite/inner/folder"), Path.of("../../outside"));
    Files.createSymbolicLink(
        directory.resolve("suite/inner/link.yaml"), Path.of("../../outside/store.fga.yaml"));
    write("suite/inner/deeper/well.fga.yaml", STORE.replace("MODEL", "../model.fga"));
    Files.createSymbolicLink(
        directory.resolve("suite/inner/deeper/same.yaml"), Path.of("well.fga.yaml"));

    FolderTests tests = FolderTests.run(directory.resolve("suite"), NOW);

    String why = "the file is outside " + directory.toRealPath().resolve("suite");
    assertThat(refused(tests))
        .containsExactly(
            "inner/absolute.fga.yaml:1:13: the file "
                + directory.resolve("outside/model.fga")
                + " cannot be read: "
                + why,
            "inner/link.yaml:1:1: cannot be read: " + why,
            "inner/linked.fga.yaml:1:13: the file folder/model.fga cannot be read: " + why,
            "inner/up.fga.yaml:1:13: the file ../../outside/model.fga cannot be read: " + why);
    assertThat(tests.all().count(Result.PASSED)).isEqualTo(2);
  }

  @Test
  void tooManyFilesAreRefusedAtOnceAndDeepFoldersListed() throws IOException {
    for (int i = 0; i < 4; i++) {
      write("suite/" + i + ".yaml", "a: 1\n");
    }
    Path suite = directory.resolve("suite");

    assertThat(FolderTests.run(suite, NOW, 4).other()).isEqualTo(4);
    assertThatThrownBy(() -> FolderTests.run(suite, NOW, 3))
        .hasMessage(
            suite
                + ": must not contain more than 3 YAML and JSON files; specify a folder of test"
                + " files");

    write("deep/" + "d/".repeat(70) + "x.yaml", "a: 1\n");
    FolderTests deep = FolderTests.run(directory.resolve("deep"), NOW);
    assertThat(deep.files())
        .singleElement()
        .extracting(FileOutcome::faults)
        .asString()
        .contains("/d:1:1: must not be nested more than 64 folders deep");
  }

  private List<String> refused(FolderTests tests) {
    String prefix = directory.resolve("suite") + "/";
    return tests.files().stream()
        .flatMap(each -> each.faults().stream())
        .map(line -> line.startsWith(prefix) ? line.substring(prefix.length()) : line)
        .toList();
  }

  private void write(String file, String text) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
