package io.iamplane.webhook.target;

/** A webhook may not go there. The message gives the reason in words that its owner may read. */
public final class TargetRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String reason;

  public TargetRefusedException(String reason) {
    super(reason);
    this.reason = reason;
  }

  /** What is wrong with the URL, to follow its name in a sentence. */
  public String reason() {
    return reason;
  }
}
