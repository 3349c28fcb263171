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
  public boolean isFederated() {
    return amr.contains(FEDERATED);
  }

  /** Returns true if the person authenticated at a time or later, for all that is known. */
  boolean isSince(Instant time) {
    return at != null && !at.isBefore(time);
  }

  /** The same proof, at the present if its time is later. */
  SignInProof until(Instant now) {
    return at != null && at.isAfter(now) ? new SignInProof(aal, amr, now) : this;
  }

  /** The same proof with a level of assurance that is not above another. */
  SignInProof atMost(Aal most) {
    return aal.compareTo(most) <= 0 ? this : new SignInProof(most, amr, at);
  }

  /** The proof of an authentication just now. */
  public SignInProof(Aal aal, List<String> amr) {
    this(aal, amr, Instant.MAX);
  }
}
