package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.token.Issuers;
import jakarta.ws.rs.core.Response;
import org.junit.jupiter.api.Test;

/** Refusals are pages, which tell nothing of the inside. */
class PageAnswersTest {

  private final PageAnswers answers = new PageAnswers(Issuers.of("https://iam.example.com"));

  private Response refused(RuntimeException e) {
    return answers.of(() -> {
      throw e;
    });
  }

  @Test
  void aDefectIsAPageWithoutItsReason() {
    Response answer = refused(new IllegalStateException("column \"secret\" is missing"));
    assertThat(answer.getStatus()).isEqualTo(500);
    assertThat(answer.getEntity().toString())
        .contains("Something went wrong")
        .doesNotContain("column");
    assertThat(answer.getHeaderString("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void tooManyRequestsSayWhenToComeBack() {
    Response answer =
        refused(IamException.of(ErrorCode.TOO_MANY_REQUESTS, "Slow.").with("retry_after", "7"));
    assertThat(answer.getStatus()).isEqualTo(429);
    assertThat(answer.getHeaderString("Retry-After")).isEqualTo("7");
    assertThat(answer.getEntity().toString()).contains("Please wait");
  }

  @Test
  void aConflictIsAPage() {
    Response answer = refused(IamException.conflict("The row changed <meanwhile>."));
    assertThat(answer.getStatus()).isEqualTo(409);
    assertThat(answer.getEntity().toString()).contains("changed &lt;meanwhile&gt;.");
  }
}
