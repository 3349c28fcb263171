package io.iamplane.signin;

import io.iamplane.shared.Aal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The proof of a person's authentication, by methods of RFC 8176.
 *
 * @param at at most the present; null if unknown, which is never recent
 */
public record SignInProof(Aal aal, List<String> amr, @Nullable Instant at) {

  /** The method in {@code amr} before those of an identity provider. */
  public static final String FEDERATED = "fed";

  /** Returns true if the organization's identity provider authenticated the person. */
  boolean isFederated() {
    return amr.contains(FEDERATED);
  }

  /** The time of the authentication, of which a later one counts as now; null if unknown. */
  @Nullable Instant at(Instant now) {
    return at != null && at.isAfter(now) ? now : at;
  }

  /** The proof of an authentication just now. */
  public SignInProof(Aal aal, List<String> amr) {
    this(aal, amr, Instant.MAX);
  }
}
