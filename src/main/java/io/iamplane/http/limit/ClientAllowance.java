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
    if (own != null) {
      own.charge(more);
    }
  }

  /** Returns the charge with its remainder; null if no ceiling was checked. */
  public Ceilings.@Nullable Taken taken() {
    return own == null ? null : own.taken();
  }
}
