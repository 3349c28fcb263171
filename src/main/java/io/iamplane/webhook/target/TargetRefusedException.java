package io.iamplane.webhook.target;

/** A webhook may not go there. The message gives the reason in words that its owner may read. */
public final class TargetRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String reason;

  public TargetRefusedException(String reason) {
    super(reason);
    this.reason = reason;
  }

  /** Returns the reason, as a phrase that follows the URL's name. */
  public String reason() {
    return reason;
  }
}
