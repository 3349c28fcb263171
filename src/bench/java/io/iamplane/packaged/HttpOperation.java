package io.iamplane.packaged;

import io.iamplane.packaged.answers.ExpectedAnswer;
import io.iamplane.packaged.checks.OwnQuestions;
import java.util.Map;
import java.util.function.IntFunction;

/** The questions that {@link HttpSubject} is asked, and their answers. */
enum HttpOperation {
  CHECK("decisions/check", "POST", "decisions/check", OwnQuestions::check, OwnQuestions::checked),
  BATCH(
      "decisions/batch, 100 checks",
      "POST",
      "decisions/batch",
      OwnQuestions::batch,
      OwnQuestions::batched),
  CONTEXTUAL(
      "decisions/check, 100 contextual relations",
      "POST",
      "decisions/check",
      OwnQuestions::contextual,
      _ -> OwnQuestions.contextualChecked()),
  GET_USER("GET user", "GET", "users/v1", _ -> "", _ -> user(200, "v1")),
  POST_USER(
      "POST user",
      "POST",
      "users",
      number ->
          "{\"name\": \"Bench\", \"external_id\": \"%d-%d\"}".formatted(System.nanoTime(), number),
      _ -> user(201, ExpectedAnswer.ANY));

  private final String title;
  private final String method;
  private final String path;
  private final IntFunction<String> body;
  private final IntFunction<ExpectedAnswer> expected;

  HttpOperation(
      String title,
      String method,
      String path,
      IntFunction<String> body,
      IntFunction<ExpectedAnswer> expected) {
    this.title = title;
    this.method = method;
    this.path = path;
    this.body = body;
    this.expected = expected;
  }

  private static ExpectedAnswer user(int status, String externalId) {
    return ExpectedAnswer.of(status, Map.of("/data/external_id", externalId));
  }

  String title() {
    return title;
  }

  String method() {
    return method;
  }

  String path() {
    return "/api/iam/v1/" + path;
  }

  String body(int number) {
    return body.apply(number);
  }

  ExpectedAnswer expected(int number) {
    return expected.apply(number);
  }
}
