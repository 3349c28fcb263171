package io.iamplane.http.limit;

import io.iamplane.shared.wire.RequestAllowance;
import jakarta.enterprise.context.RequestScoped;
import org.jspecify.annotations.Nullable;

/** The allowance of the present request; without a ceiling everything is allowed. */
@RequestScoped
public class ClientAllowance implements RequestAllowance {

  private @Nullable Allowance own;

  public void set(Allowance allowance) {
    this.own = allowance;
  }

  @Override
  public void charge(int more) {
    Allowance present = own;
    if (present != null) {
      present.charge(more);
    }
  }

  /** Returns the charge with its remainder; null if no ceiling was checked. */
  public Ceilings.@Nullable Taken taken() {
    Allowance present = own;
    return present == null ? null : present.taken();
  }
}
