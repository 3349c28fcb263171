package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.packaged.PackagedApp.Ended;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cache of loaded and linked classes that the command and the image make (JEP 514). */
class AotCacheIT {

  @Test
  @Tag("ci")
  @Tag("jvm")
  void theArtifactMakesACacheAndStartsFromItAlone(@TempDir Path directory) {
    Path cache = directory.resolve("iam.aot");

    help("-XX:AOTCacheOutput=" + cache);

    assertThat(cache).isNotEmptyFile();
    assertThat(help("-XX:AOTCache=" + cache, "-XX:AOTMode=on").out()).contains("iam:bootstrap");
  }

  private static Ended help(String... options) {
    Ended ended = PackagedApp.run(List.of(options), Map.of(), "--help");
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    return ended;
  }
}
