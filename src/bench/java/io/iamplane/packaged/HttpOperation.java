package io.iamplane.packaged;

import io.iamplane.packaged.checks.OwnQuestions;
import java.util.function.IntFunction;

/** What is asked of {@link HttpSubject}. */
enum HttpOperation {
  CHECK("decisions/check", "POST", 200, "decisions/check", OwnQuestions::check),
  BATCH("decisions/batch, 100 checks", "POST", 200, "decisions/batch", OwnQuestions::batch),
  CONTEXTUAL(
      "decisions/check, 100 contextual relations",
      "POST",
      200,
      "decisions/check",
      OwnQuestions::contextual),
  GET_USER("GET user", "GET", 200, "users/v1", _ -> ""),
  POST_USER(
      "POST user",
      "POST",
      201,
      "users",
      number ->
          "{\"name\": \"Bench\", \"external_id\": \"%d-%d\"}".formatted(System.nanoTime(), number));

  private final String title;
  private final String method;
  private final int status;
  private final String path;
  private final IntFunction<String> body;

  HttpOperation(String title, String method, int status, String path, IntFunction<String> body) {
    this.title = title;
    this.method = method;
    this.status = status;
    this.path = path;
    this.body = body;
  }

  String title() {
    return title;
  }

  String method() {
    return method;
  }

  int status() {
    return status;
  }

  String path() {
    return "/api/iam/v1/" + path;
  }

  String body(int number) {
    return body.apply(number);
  }
}
