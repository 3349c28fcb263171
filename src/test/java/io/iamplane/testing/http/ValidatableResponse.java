package io.iamplane.testing.http;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.equalToIgnoringCase;

import org.hamcrest.Description;
import org.hamcrest.Matcher;
import org.hamcrest.StringDescription;

/** Expectations of an answer. A mismatch fails the test with the whole answer. */
public final class ValidatableResponse {

  private final Response answer;

  ValidatableResponse(Response answer) {
    this.answer = answer;
  }

  public ValidatableResponse statusCode(int expected) {
    return statusCode(equalTo(expected));
  }

  public ValidatableResponse statusCode(Matcher<? super Integer> expected) {
    return check("The status", answer.statusCode(), expected);
  }

  public ValidatableResponse header(String name, String expected) {
    return header(name, equalTo(expected));
  }

  /** Expects this value of the first header of a name; null if it is absent. */
  public ValidatableResponse header(String name, Matcher<? super String> expected) {
    return check("The header " + name, answer.header(name), expected);
  }

  /** Expects this content type, with any parameters. */
  public ValidatableResponse contentType(String expected) {
    return check("The content type", answer.mediaType(), equalToIgnoringCase(expected));
  }

  /** Expects this of the whole body as a text. */
  public ValidatableResponse body(Matcher<? super String> expected) {
    return check("The body", answer.asString(), expected);
  }

  /** Expects this of the value at a path, with the types of {@link JsonPath}. */
  public ValidatableResponse body(String path, Matcher<?> expected) {
    return check("The body's " + path, answer.path(path), expected);
  }

  /** The answer itself, to read something of it. */
  public Response extract() {
    return answer;
  }

  private ValidatableResponse check(String what, Object value, Matcher<?> expected) {
    if (!expected.matches(value)) {
      Description difference = new StringDescription().appendText(what + " has to be ");
      difference.appendDescriptionOf(expected).appendText(", but ");
      expected.describeMismatch(value, difference);
      throw new AssertionError(difference + ".\n" + answer);
    }
    return this;
  }
}
