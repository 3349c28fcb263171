package io.iamplane.http.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.iamplane.shared.IamException;
import io.iamplane.token.SignaturePermits;
import jakarta.inject.Singleton;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits on failed authentications of an address. An address is many clients: a gateway's, a
 * balancer's. So that one of them cannot lock the others out, failures never hinder a token known
 * to be valid, and of the rest only the costly part is rationed: an unseen signature is verified a
 * few times a minute, counted separately for each client that was authenticated here before, since
 * attackers rarely know such a name.
 */
@Singleton
public class FailedAuthentications {

  private static final int MAX_CLIENTS = 100_000;

  /** A share apart from those of clients, none of which has a space in its name. */
  private static final String GUESSES = "guessed secrets";

  private final RateLimits limits;
  private final SignaturePermits secrets = SignaturePermits.ofSuspectSecrets();

  /** Clients that proved themselves to this process; a name alone is worth nothing. */
  private final Cache<String, Boolean> proved =
      Caffeine.newBuilder().maximumSize(MAX_CLIENTS).build();

  FailedAuthentications(RateLimits limits) {
    this.limits = limits;
  }

  /**
   * Counts an attempt as failed until it proves valid, so that many at once cannot slip past.
   *
   * @return false when the address failed too often already, and nothing was counted
   */
  public boolean count(String address) {
    return limits.take(RateLimit.AUTHENTICATION, null, address).allowed();
  }

  /** Takes back a {@link #count}: the credential proved valid, or the check was impossible. */
  public void forgive(String address) {
    limits.giveBack(RateLimit.AUTHENTICATION, null, address);
  }

  /** Returns true if the address failed too often. */
  public boolean isOver(String address) {
    return !limits.look(RateLimit.AUTHENTICATION, null, address).allowed();
  }

  /**
   * Takes one verification of those that are left to an address beyond its failures.
   *
   * @param claimed the client that the sender claims to be
   * @throws IamException TOO_MANY_REQUESTS when none is left
   */
  public void takeShare(String claimed, String address) {
    takeUnproven(known(claimed), address);
  }

  /** Gives back a {@link #takeShare}: the credential proved valid, or the check was impossible. */
  public void returnShare(String claimed, String address) {
    limits.giveBack(RateLimit.UNPROVEN, known(claimed), address);
  }

  /**
   * Takes one look-up of a guessed or ended secret of those that are left to an address beyond its
   * failures.
   *
   * @throws IamException TOO_MANY_REQUESTS when none is left
   */
  public void takeGuess(String address) {
    takeUnproven(GUESSES, address);
  }

  private void takeUnproven(@Nullable String whose, String address) {
    RateLimits.State state = limits.take(RateLimit.UNPROVEN, whose, address);
    if (!state.allowed()) {
      throw tooMany(state.retryAfterSeconds());
    }
  }

  /** Gives back a {@link #takeGuess}: the secret opened something. */
  public void returnGuess(String address) {
    limits.giveBack(RateLimit.UNPROVEN, GUESSES, address);
  }

  /**
   * Checks a secret of an address beyond its failures, two at a time in the order of arrival. A
   * check is one read and two hashes: a right secret has its turn within milliseconds, and wrong
   * ones hold two connections at most. Waits: off the event loop only.
   *
   * @throws IamException TOO_MANY_REQUESTS when too many wait, or the turn did not come in time
   */
  public <T> T inTurn(Supplier<T> check) {
    return secrets.run(check);
  }

  public void proved(String clientId) {
    proved.put(clientId, Boolean.TRUE);
  }

  /** Returns the refusal of a request without any check. */
  public IamException tooMany(String address) {
    return tooMany(limits.look(RateLimit.AUTHENTICATION, null, address).retryAfterSeconds());
  }

  private static IamException tooMany(long retryAfterSeconds) {
    return IamException.tooMany(
        "Too many failed authentications from this address.", retryAfterSeconds);
  }

  private @Nullable String known(String claimed) {
    return proved.getIfPresent(claimed) == null ? null : claimed;
  }
}
