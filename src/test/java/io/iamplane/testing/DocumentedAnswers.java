package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.PublishedAnswers.Answered;
import io.restassured.filter.Filter;
import io.restassured.filter.FilterContext;
import io.restassured.response.Response;
import io.restassured.specification.FilterableRequestSpecification;
import io.restassured.specification.FilterableResponseSpecification;

/**
 * Compares every answer that a test gets over HTTP with the published document, and gives the test
 * a quick way to its values.
 */
final class DocumentedAnswers implements Filter {

  /** Fails where an answer is not as the document declares it. */
  @Override
  public Response filter(
      FilterableRequestSpecification request,
      FilterableResponseSpecification expected,
      FilterContext context) {
    Response answer = context.next(request, expected);
    String body = answer.asString(); // Its connection ends now.
    String type = answer.contentType().split(";", 2)[0].strip();
    if (!type.endsWith("json") && answer.statusCode() < 300) {
      return answer; // It may be a stream, which the test reads as one.
    }
    Answered answered =
        new Answered(
            request.getMethod(), request.getUserDefinedPath(), answer.statusCode(), type, body);
    assertThat(PublishedAnswers.faults(answered)).as("the document against %s", answered).isEmpty();
    return type.endsWith("json") ? PlainAnswer.of(answer, body) : answer;
  }
}
