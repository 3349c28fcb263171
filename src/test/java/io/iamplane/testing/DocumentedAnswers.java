package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.PublishedAnswers.Answered;
import io.iamplane.testing.http.Response;

/** Compares every answer that a test gets over HTTP with the published document. */
public final class DocumentedAnswers {

  private DocumentedAnswers() {}

  /** Fails where an answer is not as the document declares it. */
  public static void check(String method, String path, Response answer) {
    String type = answer.mediaType();
    if (!type.endsWith("json") && answer.statusCode() < 300) {
      return; // It may be a stream, which the test reads as one.
    }
    Answered answered = new Answered(method, path, answer.statusCode(), type, answer.asString());
    assertThat(PublishedAnswers.faults(answered)).as("the document against %s", answered).isEmpty();
  }
}
