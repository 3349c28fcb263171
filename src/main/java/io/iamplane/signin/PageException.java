package io.iamplane.signin;

/** A refusal that a page shows, since no URL is known to be safe to return to. */
public final class PageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final String text;

  /**
   * Makes a refusal.
   *
   * @param status of HTTP
   * @param text for a person, without any input
   */
  public PageException(int status, String text) {
    super(text, null, false, false);
    this.status = status;
    this.text = text;
  }

  int status() {
    return status;
  }

  String text() {
    return text;
  }
}
