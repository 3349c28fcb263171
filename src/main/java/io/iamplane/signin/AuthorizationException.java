package io.iamplane.signin;

/** A refusal that the client hears of, by a redirect. */
final class AuthorizationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final AuthorizationError error;
  private final String description;
  private final transient ReturnAddress to;

  /** Makes a refusal; the description, for developers, is printable ASCII without any input. */
  AuthorizationException(AuthorizationError error, String description, ReturnAddress to) {
    super(error.wire() + ": " + description, null, false, false);
    this.error = error;
    this.description = description;
    this.to = to;
  }

  AuthorizationError error() {
    return error;
  }

  String description() {
    return description;
  }

  ReturnAddress to() {
    return to;
  }
}
