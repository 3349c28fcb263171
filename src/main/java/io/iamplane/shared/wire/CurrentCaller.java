package io.iamplane.shared.wire;

import io.iamplane.shared.Caller;
import jakarta.enterprise.context.RequestScoped;
import org.jspecify.annotations.Nullable;

/** The caller of the present request, set by the authentication filter only. */
@RequestScoped
public class CurrentCaller {

  private @Nullable Caller caller;
  private String network = "";
  private boolean undecided;

  /** The caller; fails when the request was not authenticated, as in a public operation. */
  public Caller get() {
    if (caller == null) {
      throw new IllegalStateException("the operation needs a caller but is public");
    }
    return caller;
  }

  public boolean isPresent() {
    return caller != null;
  }

  /** The network that the request came from; known of a public operation too. */
  public String network() {
    return network;
  }

  public void from(String sender) {
    this.network = sender;
  }

  /** Notes that the decision point gave no answer; the operation runs on, and answers a denial. */
  public void leaveUndecided() {
    this.undecided = true;
  }

  /** Returns true if only a denial may be answered. */
  public boolean isUndecided() {
    return undecided;
  }

  public void set(Caller verified) {
    this.caller = verified;
  }
}
