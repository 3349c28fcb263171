package io.iamplane.http;

import io.iamplane.http.exchange.ApiPaths;
import io.iamplane.http.exchange.Newcomer;
import io.iamplane.http.limit.FailedAuthentications;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.iamplane.token.DpopProof;
import io.iamplane.token.DpopProofs;
import io.iamplane.token.DpopRefusedException;
import io.iamplane.token.TokenRefusedException;
import io.iamplane.token.TokenRefusedException.Reason;
import io.iamplane.token.TokenVerifier;
import io.iamplane.token.UnverifiedToken;
import io.iamplane.token.VerifiedToken;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Separates clients with a new token or proof from attackers: judges the head on the event loop,
 * and verifies only plausible signatures, off it.
 */
@Singleton
class Newcomers {

  /** The member of a refusal that says which challenge the answer has. */
  private static final String SCHEME = "scheme";

  private final TokenVerifier verifier;
  private final DpopProofs proofs;
  private final FailedAuthentications failures;
  private final Tracer tracer;

  Newcomers(
      TokenVerifier verifier, DpopProofs proofs, FailedAuthentications failures, Tracer tracer) {
    this.verifier = verifier;
    this.proofs = proofs;
    this.failures = failures;
    this.tracer = tracer;
  }

  /**
   * Looks at everything but the signatures; waits for nothing. It counts as failed until {@link
   * #settle}, unless the token was verified before and only the proof is new.
   *
   * @throws IamException UNAUTHORIZED; TOO_MANY_REQUESTS from an address that failed too often;
   *     DEPENDENCY_UNAVAILABLE while the keys are not known
   */
  Newcomer screen(HttpServerRequest request, String address) {
    TokenHeader header = TokenHeader.read(TokenHeader.lines(request));
    VerifiedToken known =
        header != null && header.dpop()
            ? header.cached(verifier, request.path()).orElse(null)
            : null;
    boolean suspect = known == null ? !failures.count(address) : failures.isOver(address);
    try {
      TokenHeader given = require(header);
      UnverifiedToken token = token(request, given);
      if (suspect) {
        // Before the proof: to make its key costs more than all else here.
        failures.takeShare(token.claimedAccount(), address);
      }
      return new Newcomer(token, proof(request, given, token), known, address, suspect);
    } catch (IamException e) {
      if (known != null) {
        failures.count(address);
      }
      throw suspect ? failures.tooMany(address) : e;
    }
  }

  private static TokenHeader require(@Nullable TokenHeader header) {
    if (header == null) {
      throw IamException.of(
              ErrorCode.UNAUTHORIZED,
              "Send exactly one Authorization header, with the scheme Bearer or DPoP and a token.")
          .with("error", "invalid_request");
    }
    return header;
  }

  private UnverifiedToken token(HttpServerRequest request, TokenHeader header) {
    UnverifiedToken token = screened(request, header);
    if ((token.keyThumbprint() != null) != header.dpop()) {
      throw IamException.unauthorized(new TokenRefusedException(Reason.BINDING))
          .with("error", "invalid_token")
          .with(SCHEME, DpopProof.NAME);
    }
    return token;
  }

  private UnverifiedToken screened(HttpServerRequest request, TokenHeader header) {
    try {
      return ApiPaths.isUserInfo(request.path())
          ? verifier.screenAny(header.token())
          : verifier.screen(header.token());
    } catch (IamException e) {
      throw header.dpop() && isUnauthorized(e) ? e.with(SCHEME, DpopProof.NAME) : e;
    }
  }

  private @Nullable DpopProof proof(
      HttpServerRequest request, TokenHeader header, UnverifiedToken token) {
    String thumbprint = token.keyThumbprint();
    return thumbprint == null
        ? null
        : proving(() ->
            proofs.screen(
                TokenHeader.proofs(request),
                request.method().name(),
                request.path(),
                header.token(),
                thumbprint));
  }

  private static <T> T proving(Supplier<T> step) {
    try {
      return step.get();
    } catch (DpopRefusedException e) {
      throw IamException.of(ErrorCode.UNAUTHORIZED, e.description())
          .with("error", "invalid_dpop_proof")
          .with(SCHEME, DpopProof.NAME);
    }
  }

  /** Verifies the signatures; may wait: off the event loop only. */
  VerifiedToken verify(Newcomer newcomer) {
    try (Span span = tracer.start(SpanName.AUTHENTICATE)) {
      try {
        VerifiedToken verified =
            newcomer.suspect()
                ? verifier.verifySuspect(newcomer.token())
                : verifier.verify(newcomer.token());
        DpopProof proof = newcomer.proof();
        if (proof != null) {
          proving(() -> use(proof, verified));
        }
        span.attribute(SpanAttribute.OUTCOME, "verified");
        return verified;
      } catch (IamException e) {
        span.attribute(SpanAttribute.OUTCOME, "refused");
        throw e;
      }
    }
  }

  /** In the queue of all, also for a suspect: its token is verified, and its account rationed. */
  private VerifiedToken use(DpopProof proof, VerifiedToken token) {
    proofs.use(proof, token.organization().toString());
    return token;
  }

  /** Gives back the newcomer's charge, unless a signature was refused. */
  void settle(Newcomer newcomer, @Nullable Throwable failure) {
    if (isUnauthorized(failure)) {
      if (newcomer.known() != null) {
        failures.count(newcomer.address());
      }
      return;
    }
    String claimed = newcomer.token().claimedAccount();
    if (newcomer.suspect()) {
      failures.returnShare(claimed, newcomer.address());
    } else if (newcomer.known() == null) {
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
