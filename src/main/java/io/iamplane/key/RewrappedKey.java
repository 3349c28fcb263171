package io.iamplane.key;

import io.iamplane.key.seal.WrappedKey;
import io.iamplane.shared.WireName;
import org.jspecify.annotations.Nullable;

/**
 * The result of a re-wrapping, for one key.
 *
 * @param wrappedBy the provider and the version of its key that wraps the data key now
 * @param problem the reason of a failure; null after a success
 */
public record RewrappedKey(
    String kid, KeyPurpose purpose, Outcome outcome, String wrappedBy, @Nullable String problem) {

  public enum Outcome implements WireName {
    /** The present key wraps it now. */
    REWRAPPED,
    /** The present key wrapped it already. */
    CURRENT,
    /** Its life ended meanwhile, or another run was faster. */
    CHANGED,
    /** A provider could not be used: another run may succeed. */
    UNAVAILABLE,
    /** It does not open: changed, moved, or wrapped by a key that is gone. */
    REFUSED
  }

  static RewrappedKey of(
      KeyRow row, WrappedKey wrapped, Outcome outcome, @Nullable String problem) {
    return new RewrappedKey(
        row.key().kid(),
        row.key().purpose(),
        outcome,
        wrapped.provider() + " " + wrapped.keyVersion(),
        problem);
  }
}
