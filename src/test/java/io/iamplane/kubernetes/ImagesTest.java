package io.iamplane.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Dockerfiles, which no engine builds here, match the manifests. */
class ImagesTest {

  private static final Path FOLDER = Path.of("src/main/docker");

  /** Results of a build: the jar's folder, the executable, the bill of materials. */
  private static final Set<String> BUILT =
      Set.of("target/quarkus-app/", "target/*-runner", "target/bom.json");

  @ParameterizedTest
  @ValueSource(strings = {"Dockerfile.jvm", "Dockerfile.native"})
  void theUserIsTheOneOfTheManifests(String name) {
    Pods.PodSecurity as = Workload.server().pod().securityContext();
    Dockerfile file = file(name);

    assertThat(file.only("USER")).isEqualTo(as.runAsUser() + ":" + as.runAsGroup());
    int user = file.instructions().indexOf(file.all("USER").getFirst());
    assertThat(file.instructions().subList(user, file.instructions().size()))
        .extracting(Dockerfile.Instruction::name)
        .as("files are root's, which the process cannot change")
        .doesNotContain("COPY", "RUN", "ADD");
    assertThat(file.all("COPY")).noneMatch(copy -> copy.text().contains("--chown"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Dockerfile.jvm", "Dockerfile.native"})
  void theEntryPointIsTheCommandAndServesByDefault(String name) {
    Dockerfile file = file(name);

    assertThat(file.exec("ENTRYPOINT").getFirst()).isEqualTo("/usr/local/bin/iam");
    assertThat(file.exec("CMD")).containsExactly("serve");
    assertThat(
            Stream.concat(file.all("COPY").stream(), file.all("RUN").stream())
                .map(Dockerfile.Instruction::text))
        .anyMatch(text -> text.endsWith(" /usr/local/bin/iam"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Dockerfile.jvm", "Dockerfile.native"})
  void thePortsAreTheManifests(String name) {
    assertThat(file(name).only("EXPOSE").split(" "))
        .containsExactlyInAnyOrderElementsOf(
            Workload.server().container().ports().stream()
                .map(port -> Integer.toString(port.containerPort()))
                .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Dockerfile.jvm", "Dockerfile.native"})
  void theBaseHasAVersionAndNothingIsFetchedOrSecret(String name) {
    Dockerfile file = file(name);

    assertThat(file.only("FROM")).isEqualTo("${BASE}");
    assertThat(file.instructions().getFirst().text()).matches("BASE=\\S+:(?!latest)[\\w.-]+");
    assertThat(file.labels())
        .containsEntry(
            "org.opencontainers.image.base.name",
            file.instructions().getFirst().text().substring("BASE=".length()));
    assertThat(file.all("ADD")).isEmpty();
    assertThat(file.instructions())
        .noneMatch(each ->
            each.text().matches("(?i).*(curl|wget|apt-get|microdnf|password|secret|_key|_kek).*"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Dockerfile.jvm", "Dockerfile.native"})
  void labelsSayWhatItIs(String name) throws Exception {
    Map<String, String> labels = file(name).labels();

    assertThat(labels)
        .containsKeys(
            "org.opencontainers.image.title",
            "org.opencontainers.image.description",
            "org.opencontainers.image.version",
            "org.opencontainers.image.revision")
        .containsEntry("org.opencontainers.image.licenses", "Apache-2.0");
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<version>" + version(file(name)) + "-SNAPSHOT</version>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Dockerfile.jvm", "Dockerfile.native"})
  void whatIsCopiedIsThereAndInTheContext(String name) {
    for (Dockerfile.Instruction copy : file(name).all("COPY")) {
      List<String> sources = copy.words().subList(0, copy.words().size() - 1);
      assertThat(sources)
          .allSatisfy(source -> {
            if (!BUILT.contains(source)) {
              assertThat(Path.of(source)).isExecutable();
            }
            assertThat(isInContext(source.replace("*", "iam-0.1.0"))).as(source).isTrue();
          });
    }
  }

  @Test
  void nothingElseIsInTheContext() {
    assertThat(
            Stream.of(
                ".git",
                ".data",
                "target/classes",
                "src/main/java",
                "pom.xml",
                ".env",
                "target/x.log"))
        .noneMatch(ImagesTest::isInContext);
  }

  @Test
  void theJarsImageMakesItsCacheWhereItRuns() {
    Dockerfile jvm = file("Dockerfile.jvm");

    assertThat(jvm.only("RUN")).startsWith("/opt/iam/bin/make-aot-cache /opt/iam ");
    assertThat(jvm.all("FROM")).as("another stage's JVM or files would not fit it").hasSize(1);
    assertThat(KubeFiles.read(Path.of("src/main/launcher/iam")))
        .contains("-XX:AOTCache=$home/$cache", "-XX:+ExitOnOutOfMemoryError", "exec \"$java\"");
  }

  /** Without it -Dnative would be a property that no one reads, and a jar the result. */
  @Test
  void theProfileNativeMakesAnExecutableAndNoJar() throws Exception {
    String pom = Files.readString(Path.of("pom.xml"));
    String profile = pom.replaceFirst("(?s).*<id>native</id>(.*?)</profile>.*", "$1");

    assertThat(profile.replaceAll("\\s", ""))
        .contains(
            "<activation><property><name>native</name></property></activation>",
            "<quarkus.native.enabled>true</quarkus.native.enabled>",
            "<quarkus.package.jar.enabled>false</quarkus.package.jar.enabled>");
  }

  private static Dockerfile file(String name) {
    return Dockerfile.of(FOLDER.resolve(name));
  }

  private static String version(Dockerfile file) {
    return file.all("ARG").stream()
        .map(Dockerfile.Instruction::text)
        .filter(text -> text.startsWith("VERSION="))
        .map(text -> text.substring("VERSION=".length()))
        .findFirst()
        .orElseThrow();
  }

  /** The last line that matches decides, as Docker has it. */
  private static boolean isInContext(String path) {
    Path name = Path.of(path.replaceFirst("/$", ""));
    boolean in = true;
    for (String line : KubeFiles.read(Path.of(".dockerignore")).lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      boolean includes = line.startsWith("!");
      PathMatcher matcher =
          name.getFileSystem().getPathMatcher("glob:" + (includes ? line.substring(1) : line));
      if (Stream.iterate(name, each -> each != null, Path::getParent).anyMatch(matcher::matches)) {
        in = includes;
      }
    }
    return in;
  }
}
