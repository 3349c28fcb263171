package io.iamplane.bootstrap.development;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.bootstrap.development.DevelopmentStart.Greeting;
import io.iamplane.testing.GoldenFile;
import org.junit.jupiter.api.Test;

/** The output of a development start. src/test/scripts/fresh-clone.sh runs the printed commands. */
class GreetingTest {

  @Test
  void theGreetingTellsAddressClientAndCommands() {
    String greeting =
        Greeting.text("http://localhost:8080", "The admin panel is at http://localhost:5173");

    assertThat(greeting).contains("dev-admin / dev-secret");
    GoldenFile.of("greeting.txt").assertMatches(greeting);
  }
}
