package io.iamplane.http.exchange;

import io.iamplane.http.forwarded.Origin;
import io.iamplane.http.limit.Allowance;
import io.iamplane.shared.Caller;
import io.iamplane.token.VerifiedToken;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The sender of a request, as its head shows without any wait: found once, before the framework
 * routes it, and read by the filters.
 *
 * @param requestId the client's own, to be repeated in the answer and not for logs; null if it sent
 *     none, or one that a header cannot hold
 * @param token the bearer token, if it was verified before and is still valid
 * @param unverified a sender with an unverified token; null for all others
 * @param allowance the request's charge; null while its sender is unknown
 */
public record RequestSender(
    Origin origin,
    String correlationId,
    @Nullable String requestId,
    @Nullable VerifiedToken token,
    @Nullable Newcomer unverified,
    @Nullable Allowance allowance) {

  public static final String CORRELATION_ID = "Correlation-Id";
  public static final String REQUEST_ID = "X-Request-ID";

  private static final String KEY = RequestSender.class.getName();
  private static final int MAX_USER_AGENT = 256;

  /** The sender of a request that passed the doorway. */
  public static RequestSender of(RoutingContext request) {
    RequestSender sender = find(request);
    if (sender == null) {
      throw new IllegalStateException("the request did not come through the doorway");
    }
    return sender;
  }

  /** The same; null for a request that was refused for its head. */
  public static @Nullable RequestSender find(RoutingContext request) {
    return request.get(KEY);
  }

  /** The headers to repeat in the answer. */
  public Map<String, String> headers() {
    return requestId == null
        ? Map.of(CORRELATION_ID, correlationId)
        : Map.of(CORRELATION_ID, correlationId, REQUEST_ID, requestId);
  }

  /** The caller that a token stands for, in this request. */
  public Caller caller(VerifiedToken verified, @Nullable String userAgent) {
    String agent =
        userAgent == null || userAgent.length() <= MAX_USER_AGENT
            ? userAgent
            : userAgent.substring(0, MAX_USER_AGENT);
    return verified.caller(new Caller.Origin(correlationId, origin.address(), agent));
  }

  public void remember(RoutingContext request) {
    request.put(KEY, this);
  }

  public RequestSender charged(Allowance charge) {
    return new RequestSender(origin, correlationId, requestId, token, unverified, charge);
  }

  public RequestSender screened(Newcomer newcomer) {
    return new RequestSender(origin, correlationId, requestId, token, newcomer, allowance);
  }

  public Newcomer newcomer() {
    if (unverified == null) {
      throw new IllegalStateException("the doorway requires a token");
    }
    return unverified;
  }
}
