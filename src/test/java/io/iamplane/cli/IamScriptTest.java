package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The messages of the script {@code iam}. Maven, the JDK and {@code sleep} are stand-ins, so that
 * nothing is built and no time passes.
 */
class IamScriptTest {

  private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
  private static final String JAR = "target/command/quarkus-app/quarkus-run.jar";
  private static final String PACKAGED = "target/quarkus-app/quarkus-run.jar";

  @TempDir Path project;

  @BeforeEach
  void aProject() throws IOException {
    Files.copy(Path.of("iam"), project.resolve("iam"), StandardCopyOption.COPY_ATTRIBUTES);
    file("src/main/java/A.java", "");
    file("pom.xml", "");
    program(
        "mvnw",
        """
        if [ "$1" = --jdk ]; then echo "$(dirname "$0")/jdk"; exit; fi
        echo built >>"$(dirname "$0")/builds"
        for last; do :; done
        app="$(dirname "$0")/target/${last#-P}/quarkus-app"
        mkdir -p "$app"
        : >"$app/quarkus-run.jar"
        """);
    program("jdk/bin/java", "echo \"ran $*\"");
    // The first sleep is over at once; a second one, of the loop that announces a build, is not.
    program(
        "bin/sleep",
        """
        mkdir "$(dirname "$0")/slept" 2>/dev/null && exit
        exec /bin/sleep 20
        """);
  }

  @Test
  void theFirstCallSaysThatItBuildsAndHowLongThatTakes() throws Exception {
    Ran ran = run(Map.of(), "iam:migrate", "--json");
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.err())
        .contains(
            "iam: building the application, which takes a minute or two (there is no build yet)",
            "iam: built");
    assertThat(ran.out()).startsWith("ran ").endsWith(JAR + " iam:migrate --json\n");
  }

  @Test
  void aBuildThatIsNewEnoughIsNotMadeAgain() throws Exception {
    builtAt(Instant.now());
    Ran ran = run(Map.of(), "iam:migrate");
    assertThat(ran.err()).isEmpty();
    assertThat(project.resolve("builds")).doesNotExist();
  }

  @Test
  void aSecondBuildSaysWhatIsNewerAndHowToDoWithout() throws Exception {
    builtAt(THEN);
    Ran ran = run(Map.of(), "iam:migrate");
    assertThat(ran.err())
        .contains("is newer than the build; IAM_BUILD=never uses the old one")
        .contains("iam: built");
    assertThat(project.resolve("builds")).exists();
  }

  @Test
  void ofTwoBuildsTheNewerOneIsUsed() throws Exception {
    builtAt(THEN);
    file(PACKAGED, "");
    assertThat(run(Map.of("IAM_BUILD", "never"), "a").out()).contains(PACKAGED + " a");
    Files.setLastModifiedTime(project.resolve(PACKAGED), FileTime.from(THEN.minusSeconds(9)));
    assertThat(run(Map.of("IAM_BUILD", "never"), "a").out()).contains(JAR + " a");
  }

  @Test
  void whatTheApplicationWasBuiltIntoInDevelopmentIsLeftAlone() throws Exception {
    file(PACKAGED, "");
    Files.setLastModifiedTime(project.resolve(PACKAGED), FileTime.from(THEN));
    assertThat(run(Map.of(), "a").out()).contains(JAR + " a");
    assertThat(project.resolve(PACKAGED)).hasSameTextualContentAs(project.resolve(JAR));
    assertThat(Files.getLastModifiedTime(project.resolve(PACKAGED))).isEqualTo(FileTime.from(THEN));
  }

  @Test
  void theBuildThatIsThereCanBeUsed() throws Exception {
    builtAt(THEN);
    Ran ran = run(Map.of("IAM_BUILD", "never"), "iam:migrate");
    assertThat(ran.err()).isEmpty();
    assertThat(project.resolve("builds")).doesNotExist();
  }

  /** The command itself reports its progress; {@code CommandsIT} checks that. */
  @Test
  void theCommandKnowsWhetherToSayWhatItDoes() throws Exception {
    builtAt(Instant.now());
    program("jdk/bin/java", "echo \"progress ${IAM_PROGRESS:-where it is a terminal}\"");
    assertThat(run(Map.of("IAM_PROGRESS", "always"), "iam:audit:verify").out())
        .isEqualTo("progress always\n");
    assertThat(run(Map.of(), "iam:audit:verify").out())
        .isEqualTo("progress where it is a terminal\n");
  }

  @Test
  void aCommandStartsForItsShortLifeAndAServerForALongOne() throws Exception {
    builtAt(Instant.now());
    assertThat(run(Map.of(), "iam:migrate").out()).contains("-XX:TieredStopAtLevel=1 -jar");
    assertThat(run(Map.of(), "serve").out()).doesNotContain("Tiered");
    assertThat(run(Map.of()).out()).doesNotContain("Tiered");
  }

  @Test
  void nothingIsAddedToWhatAPipeReads() throws Exception {
    builtAt(Instant.now());
    Ran ran = run(Map.of(), "iam:audit:verify");
    assertThat(ran.err()).isEmpty();
  }

  private record Ran(int exitCode, String out, String err) {}

  private Ran run(Map<String, String> environment, String... arguments) throws Exception {
    Path out = project.resolve("out");
    Path err = project.resolve("err");
    String[] command = new String[arguments.length + 1];
    command[0] = project.resolve("iam").toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().remove("IAM_BUILD");
    builder.environment().put("IAM_TEST_ERR", err.toString());
    builder.environment().put("PATH", project.resolve("bin") + ":" + System.getenv("PATH"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    boolean ended = process.waitFor(60, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended).as("it ends").isTrue();
    return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  private void builtAt(Instant at) throws IOException {
    file(JAR, "");
    Files.setLastModifiedTime(project.resolve(JAR), FileTime.from(at));
    if (at.isAfter(THEN)) {
      for (String source :
          new String[] {"src/main/java/A.java", "pom.xml", "src/main/java", "src/main"}) {
        Files.setLastModifiedTime(project.resolve(source), FileTime.from(THEN));
      }
    }
  }

  private void file(String name, String content) throws IOException {
    Path file = project.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  private void program(String name, String body) throws IOException {
    file(name, "#!/bin/sh\n" + body);
    assertThat(project.resolve(name).toFile().setExecutable(true)).isTrue();
  }
}
