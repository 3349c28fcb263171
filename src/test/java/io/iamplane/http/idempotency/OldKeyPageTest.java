package io.iamplane.http.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** {@code docs/operations.md} has an old key kept until nothing is left that it must open. */
class OldKeyPageTest {

  private static final String HEADING = "### Remove an old encryption key";

  /** An erased answer is found under a pseudonym by the key of its time. */
  @Test
  void theKeyIsKeptAsLongAsStoredAnswers() throws IOException {
    assertThat(Idempotency.RETENTION).isEqualTo(Duration.ofDays(7));
    assertThat(section()).contains("Wait seven days after the last replica was replaced");
  }

  @Test
  void everyTableOfSealedSecretsIsNamed() throws IOException {
    assertThat(section()).contains("`iam_webhooks`", "`iam_identity_providers`");
  }

  private static String section() throws IOException {
    String page = Files.readString(Path.of("docs/operations.md"));
    assertThat(page).contains(HEADING);
    String after = page.substring(page.indexOf(HEADING));
    return after.substring(0, after.indexOf("\n## ")).replaceAll("\\s+", " ");
  }
}
