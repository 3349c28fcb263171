package io.iamplane.http;

import io.iamplane.http.exchange.Newcomer;
import io.iamplane.http.limit.FailedAuthentications;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.iamplane.token.RawToken;
import io.iamplane.token.TokenVerifier;
import io.iamplane.token.UnverifiedToken;
import io.iamplane.token.VerifiedToken;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Separates clients with a new token from attackers: judges the head on the event loop, and
 * verifies only plausible tokens, off it.
 */
@Singleton
class Newcomers {

  private final TokenVerifier verifier;
  private final FailedAuthentications failures;
  private final Tracer tracer;

  Newcomers(TokenVerifier verifier, FailedAuthentications failures, Tracer tracer) {
    this.verifier = verifier;
    this.failures = failures;
    this.tracer = tracer;
  }

  /**
   * Looks at everything but the signature; waits for nothing. It counts as failed until {@link
   * #settle}.
   *
   * @param lines of the header Authorization
   * @throws IamException UNAUTHORIZED; TOO_MANY_REQUESTS from an address that failed too often;
   *     DEPENDENCY_UNAVAILABLE while the keys are not known
   */
  Newcomer screen(List<String> lines, String address) {
    boolean suspect = !failures.count(address);
    UnverifiedToken token;
    try {
      token = verifier.screen(bearer(lines));
    } catch (IamException e) {
      throw suspect ? failures.tooMany(address) : e;
    }
    if (suspect) {
      failures.takeShare(token.claimedAccount(), address);
    }
    return new Newcomer(token, address, suspect);
  }

  private static RawToken bearer(List<String> lines) {
    RawToken token = BearerHeader.token(lines);
    if (token == null) {
      throw IamException.of(
              ErrorCode.UNAUTHORIZED, "The Authorization header must be one bearer token.")
          .with("error", "invalid_request");
    }
    return token;
  }

  /** Verifies the signature; may wait: off the event loop only. */
  VerifiedToken verify(Newcomer newcomer) {
    try (Span span = tracer.start(SpanName.AUTHENTICATE)) {
      try {
        VerifiedToken verified =
            newcomer.suspect()
                ? verifier.verifySuspect(newcomer.token())
                : verifier.verify(newcomer.token());
        span.attribute(SpanAttribute.OUTCOME, "verified");
        return verified;
      } catch (IamException e) {
        span.attribute(SpanAttribute.OUTCOME, "refused");
        throw e;
      }
    }
  }

  /** Gives back the newcomer's charge, unless the signature was refused. */
  void settle(Newcomer newcomer, @Nullable Throwable failure) {
    if (isUnauthorized(failure)) {
      return;
    }
    String claimed = newcomer.token().claimedAccount();
    if (newcomer.suspect()) {
      failures.returnShare(claimed, newcomer.address());
    } else {
      failures.forgive(newcomer.address());
    }
    if (failure == null) {
      failures.proved(claimed);
    }
  }

  private static boolean isUnauthorized(@Nullable Throwable failure) {
    return failure instanceof IamException refusal && refusal.code() == ErrorCode.UNAUTHORIZED;
  }
}
