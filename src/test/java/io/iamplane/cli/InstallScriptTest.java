package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installing, upgrading and removing the command, with a stand-in of the JDK. */
class InstallScriptTest {

  private static final Path INSTALL = Path.of("src/main/launcher/install").toAbsolutePath();

  @TempDir Path folder;

  private Path build;
  private Path jdk;
  private Path prefix;

  @BeforeEach
  void aBuildAndAJdk() throws IOException {
    build = folder.resolve("build");
    jdk = folder.resolve("jdk");
    prefix = folder.resolve("a prefix");
    file(build.resolve("quarkus-run.jar"), "one");
    jdk(jdk, "25.0.3");
    // Found in PATH, and too old.
    jdk(folder.resolve("old"), "21.0.1");
  }

  @Test
  void theCommandIsThereWithCompletionAndManualAndFindsItsJava() throws Exception {
    Shells.Ran ran = install(Map.of("JAVA_HOME", jdk.toString()));
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("installed ", prefix + "/bin/iam", "is not in PATH");
    assertThat(ran.err()).contains("without that cache, iam works as well");

    assertThat(iam(Map.of(), "--version").out()).contains("ran ", "quarkus-run.jar --version");
    assertThat(prefix.resolve("share/man/man1/iam.1")).content().contains("--manual");
    assertThat(prefix.resolve("share/bash-completion/completions/iam"))
        .content()
        .contains("--completion=bash");
    assertThat(prefix.resolve("share/zsh/site-functions/_iam"))
        .content()
        .contains("--completion=zsh");
    assertThat(release().resolve("java-home")).hasContent(jdk.toString());
  }

  @Test
  void serversCommandsAndAnswersHaveOptionsOfTheirOwn() throws Exception {
    install(Map.of("JAVA_HOME", jdk.toString()));

    assertThat(iam(Map.of(), "serve").out()).contains("ParallelGC", "/iam.aot");
    assertThat(iam(Map.of()).out()).contains("ParallelGC", "/iam.aot");
    assertThat(iam(Map.of(), "iam:queue:work").out()).contains("ParallelGC", "/iam.aot");
    assertThat(iam(Map.of(), "iam:migrate", "--json").out())
        .contains("SerialGC", "/command.aot", "iam:migrate --json");
    assertThat(iam(Map.of(), "iam:migrate", "--help").out())
        .contains("Serial")
        .doesNotContain("AOT");
    assertThat(iam(Map.of("JAVA_OPTS", "-Xmx1g -XX:+UseZGC"), "iam:migrate").out())
        .contains("-Xmx1g -XX:+UseZGC -jar")
        .doesNotContain("SerialGC");
    assertThat(iam(Map.of("IAM_JAVA_HOME", jdk.toString()), "two words", "*").out())
        .endsWith("two words *\n");
  }

  @Test
  void anUpgradeKeepsWhatMayRunAndNoMore() throws Exception {
    Map<String, String> java = Map.of("JAVA_HOME", jdk.toString());
    install(java);
    Path first = release();
    install(java);
    Path second = release();
    install(java);

    assertThat(release()).isNotEqualTo(second).isDirectory();
    assertThat(second).isDirectory();
    assertThat(first).doesNotExist();
    assertThat(iam(Map.of(), "--version").exitCode()).isZero();
  }

  @Test
  void anUpgradeThatDoesNotStartChangesNothing() throws Exception {
    install(Map.of("JAVA_HOME", jdk.toString()));
    Path before = release();
    Path broken = folder.resolve("broken");
    jdk(broken, "25.0.1");
    program(broken.resolve("bin/java"), "exit 1");

    Shells.Ran ran = install(Map.of("JAVA_HOME", broken.toString()));

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("what was built does not start");
    assertThat(release()).isEqualTo(before);
    try (Stream<Path> releases = Files.list(prefix.resolve("lib/iam"))) {
      assertThat(releases).containsExactly(before);
    }
  }

  @Test
  void allThatWasInstalledIsRemovedAndNothingElse() throws Exception {
    install(Map.of("JAVA_HOME", jdk.toString()));
    Path other = file(prefix.resolve("bin/other"), "other");

    Shells.Ran ran = install(Map.of(), "--uninstall");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(other).exists();
    try (Stream<Path> left = Files.walk(prefix)) {
      assertThat(left.filter(each -> !Files.isDirectory(each))).containsExactly(other);
    }
    assertThat(install(Map.of(), "--uninstall").err()).contains("iam is not installed");
  }

  @Test
  void whatIsNotItsOwnStays() throws Exception {
    Path foreign = file(prefix.resolve("bin/iam"), "another program");

    Shells.Ran ran = install(Map.of("JAVA_HOME", jdk.toString()));

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.err()).contains("is not a link of an installation");
    assertThat(foreign).hasContent("another program");
  }

  @Test
  void withoutJava25ItSaysWhatToDo() throws Exception {
    Shells.Ran ran = install(Map.of("JAVA_HOME", folder.resolve("old").toString()));
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("Java 25 or newer is needed", "set JAVA_HOME to its folder");
    assertThat(prefix.resolve("bin/iam")).doesNotExist();

    install(Map.of("JAVA_HOME", jdk.toString()));
    Files.delete(jdk.resolve("bin/java"));
    ran = iam(Map.of(), "--version");
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("Java 25 or newer is needed");
  }

  @Test
  void twoAtOnceAreRefusedAndABuildIsNeeded() throws Exception {
    Files.createDirectories(prefix.resolve("lib/iam/.lock"));
    assertThat(install(Map.of("JAVA_HOME", jdk.toString())).err())
        .contains("another installation is under way");
    Files.delete(build.resolve("quarkus-run.jar"));
    assertThat(install(Map.of("JAVA_HOME", jdk.toString())).err())
        .contains("make one with ./mvnw package");
    assertThat(install(Map.of(), "--nonsense").exitCode()).isEqualTo(2);
  }

  @Test
  void anExecutableIsInstalledAsItIs() throws Exception {
    Path executable = folder.resolve("iam-runner");
    program(executable, "echo \"native $*\"");

    Shells.Ran ran = install(Map.of(), "--from", executable.toString());

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(iam(Map.of(), "serve").out()).isEqualTo("native serve\n");
    assertThat(prefix.resolve("share/man/man1/iam.1")).hasContent("native --manual\n");
  }

  private Path release() throws IOException {
    return prefix.resolve("bin/iam").toRealPath().getParent().getParent();
  }

  private Shells.Ran install(Map<String, String> environment, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of(INSTALL.toString()));
    command.addAll(List.of("--prefix", prefix.toString(), "--from", build.toString()));
    command.addAll(List.of(options));
    return run(environment, command);
  }

  private Shells.Ran iam(Map<String, String> environment, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(prefix.resolve("bin/iam").toString()));
    command.addAll(List.of(arguments));
    return run(environment, command);
  }

  private Shells.Ran run(Map<String, String> environment, List<String> command) throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of(
                "env",
                "-i",
                "HOME=" + folder,
                // The stand-in never listens: it is not waited for.
                "AOT_SECONDS=0",
                "PATH=" + folder.resolve("old/bin") + ":/usr/bin:/bin"));
    environment.forEach((name, value) -> all.add(name + "=" + value));
    all.addAll(command);
    return Shells.run(folder, all.stream());
  }

  private static void jdk(Path home, String version) throws IOException {
    file(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    program(home.resolve("bin/java"), "echo \"ran $*\"");
  }

  private static Path file(Path file, String content) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, content);
  }

  private static void program(Path file, String body) throws IOException {
    file(file, "#!/bin/sh\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
