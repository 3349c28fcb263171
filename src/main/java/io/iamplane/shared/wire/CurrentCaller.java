package io.iamplane.shared.wire;

import io.iamplane.shared.Caller;
import jakarta.enterprise.context.RequestScoped;
import org.jspecify.annotations.Nullable;

/** The caller of the present request, set by the authentication filter and by nobody else. */
@RequestScoped
public class CurrentCaller {

  private @Nullable Caller caller;

  /** Who asks; fails when the request was not authenticated, which only a public operation is. */
  public Caller get() {
    Caller present = caller;
    if (present == null) {
      throw new IllegalStateException("the operation needs a caller but is public");
    }
    return present;
  }

  public boolean isPresent() {
    return caller != null;
  }

  public void set(Caller verified) {
    this.caller = verified;
  }
}
