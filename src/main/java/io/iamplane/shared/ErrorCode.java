package io.iamplane.shared;

import java.util.Locale;

/**
 * The one vocabulary of errors: every refusal that leaves the control plane is one of these. The
 * slug names the problem type (RFC 9457), the title is its fixed human form.
 */
public enum ErrorCode {
  MALFORMED_REQUEST(400, "The request cannot be read"),
  UNAUTHORIZED(401, "A valid bearer token is required"),
  STEP_UP_REQUIRED(401, "Stronger authentication is required"),
  FORBIDDEN(403, "The request is not permitted"),
  DEPENDENCY_UNAVAILABLE(403, "Refused because a dependency is unavailable"),
  NOT_FOUND(404, "There is no such resource"),
  METHOD_NOT_ALLOWED(405, "The resource does not support this method"),
  NOT_ACCEPTABLE(406, "No acceptable representation is available"),
  REQUEST_TIMEOUT(408, "The request did not arrive in time"),
  CONFLICT(409, "The request conflicts with the current state"),
  PRECONDITION_FAILED(412, "The resource has changed"),
  PAYLOAD_TOO_LARGE(413, "The request is too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "The request's content type is not supported"),
  VALIDATION(422, "The request is not valid"),
  EXPECTATION_FAILED(422, "A decision was not as expected"),
  TOO_MANY_REQUESTS(429, "Too many requests"),
  INTERNAL_ERROR(500, "An unexpected server error occurred");

  private final int status;
  private final String title;

  ErrorCode(int status, String title) {
    this.status = status;
    this.title = title;
  }

  public int status() {
    return status;
  }

  public String title() {
    return title;
  }

  /** The last part of the problem type: {@code not-found}. */
  public String slug() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The problem type: {@code https://iam/problems/not-found}. */
  public String type() {
    return "https://iam/problems/" + slug();
  }
}
