package io.iamplane.shared;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A refusal with a public and a private half. {@link #detail()}, {@link #errors()} and {@link
 * #members()} reach the client; the cause and {@link #getMessage()} reach the log only.
 */
public final class IamException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String detail;
  private final transient Map<String, List<String>> errors;
  private final transient Map<String, String> members;

  private IamException(
      ErrorCode code,
      String detail,
      Map<String, List<String>> errors,
      Map<String, String> members,
      @Nullable Throwable cause) {
    // A refusal is an answer, not a fault: a stack trace would cost more than most requests do.
    super(code.slug() + ": " + detail, cause, true, code == ErrorCode.INTERNAL_ERROR);
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.members = members;
  }

  public static IamException of(ErrorCode code, String detail) {
    return new IamException(code, detail, Map.of(), Map.of(), null);
  }

  /** Returns the same for an unknown resource and another tenant's, so that the two look alike. */
  public static IamException notFound() {
    return of(
        ErrorCode.NOT_FOUND, "The resource does not exist or belongs to another organization.");
  }

  /**
   * No valid token. The client learns no more than that; why is for the log.
   *
   * @param reason why the token was refused, without any part of it
   */
  public static IamException unauthorized(Throwable reason) {
    return new IamException(
        ErrorCode.UNAUTHORIZED,
        "The bearer token is invalid or expired.",
        Map.of(),
        Map.of(),
        reason);
  }

  public static IamException conflict(String detail) {
    return of(ErrorCode.CONFLICT, detail);
  }

  /**
   * One fault at one place; {@code field} is a dotted path into the body, or a parameter's name.
   */
  public static IamException validation(String field, String message) {
    return validation(Map.of(field, List.of(message)));
  }

  public static IamException validation(Map<String, List<String>> errors) {
    return of(ErrorCode.VALIDATION, "One or more fields are invalid; see errors.", errors);
  }

  /** Returns the failure of probes with unexpected answers, given by the probes' names. */
  public static IamException unexpected(Map<String, List<String>> errors) {
    return of(
        ErrorCode.EXPECTATION_FAILED,
        "One or more decisions were not as expected; see errors.",
        errors);
  }

  private static IamException of(ErrorCode code, String detail, Map<String, List<String>> errors) {
    return new IamException(code, detail, new TreeMap<>(errors), Map.of(), null);
  }

  /** Too much is going on; the client may try again after a pause of at least a second. */
  public static IamException tooMany(String detail, long retryAfterSeconds) {
    return of(ErrorCode.TOO_MANY_REQUESTS, detail)
        .with("retry_after", Long.toString(Math.max(1, retryAfterSeconds)));
  }

  /** A dependency failed before anything was written, or while only reading. */
  public static IamException dependencyUnavailable(Throwable cause) {
    return dependencyUnavailable(WriteOutcome.NOT_APPLIED, cause);
  }

  public static IamException dependencyUnavailable(WriteOutcome outcome, Throwable cause) {
    String detail =
        switch (outcome) {
          case NOT_APPLIED -> "A dependency is unavailable; nothing was changed. Try again later.";
          case UNKNOWN ->
              "The connection was lost while committing, so the outcome is unknown. If the request"
                  + " had an Idempotency-Key, repeat it with the same key to learn the outcome."
                  + " Otherwise, read the resource before you repeat the request, because a repeat"
                  + " may create a second resource.";
        };
    return new IamException(
        ErrorCode.DEPENDENCY_UNAVAILABLE,
        detail,
        Map.of(),
        Map.of("outcome", outcome.wire()),
        cause);
  }

  /** The same refusal with one more member in the problem body. */
  public IamException with(String member, String value) {
    Map<String, String> more = new TreeMap<>(members);
    more.put(member, value);
    return new IamException(code, detail, errors, more, getCause());
  }

  public ErrorCode code() {
    return code;
  }

  public String detail() {
    return detail;
  }

  /**
   * Messages by field, for {@link ErrorCode#VALIDATION}; by question, for {@link
   * ErrorCode#EXPECTATION_FAILED}; empty otherwise.
   */
  public Map<String, List<String>> errors() {
    return errors;
  }

  /** Extension members of the problem body (RFC 9457, section 3.2). */
  public Map<String, String> members() {
    return members;
  }
}
