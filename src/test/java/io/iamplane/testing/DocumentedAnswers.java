package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.PublishedAnswers.Answered;
import io.quarkus.test.junit.callback.QuarkusTestBeforeEachCallback;
import io.quarkus.test.junit.callback.QuarkusTestMethodContext;
import io.restassured.RestAssured;
import io.restassured.filter.Filter;
import io.restassured.filter.FilterContext;
import io.restassured.response.Response;
import io.restassured.specification.FilterableRequestSpecification;
import io.restassured.specification.FilterableResponseSpecification;
import java.net.URI;

/** Has every answer that a test gets over HTTP compared with the published document. */
public final class DocumentedAnswers implements QuarkusTestBeforeEachCallback, Filter {

  @Override
  public void beforeEach(QuarkusTestMethodContext context) {
    if (RestAssured.filters().stream().noneMatch(DocumentedAnswers.class::isInstance)) {
      RestAssured.filters(this);
    }
  }

  @Override
  public Response filter(
      FilterableRequestSpecification request,
      FilterableResponseSpecification expected,
      FilterContext context) {
    Response response = context.next(request, expected);
    String type = response.contentType() == null ? "" : response.contentType().split(";")[0];
    if (!type.endsWith("json") && response.statusCode() < 300) {
      return response; // It may be a stream, which the test reads as one.
    }
    Answered answer =
        new Answered(
            request.getMethod(),
            URI.create(request.getURI()).getRawPath(),
            response.statusCode(),
            type,
            response.asString());
    assertThat(PublishedAnswers.faults(answer)).as("the document against %s", answer).isEmpty();
    return response;
  }
}
