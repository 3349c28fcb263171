package io.iamplane.http.forwarded;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.function.Function;

/**
 * Finds a request's client. Every proxy appends the address that it saw, so the list is read from
 * its end: the client is the rightmost address that is no trusted proxy. Addresses before it were
 * written by the client and are ignored.
 */
@Singleton
public class Origins {

  private static final String UNKNOWN = "unknown";
  private static final String HTTPS = "https";

  private final ProxySettings settings;

  Origins(ProxySettings settings) {
    this.settings = settings;
  }

  public Origin of(HttpServerRequest request) {
    SocketAddress remote = request.connection().remoteAddress();
    String peer = remote == null ? null : remote.hostAddress();
    // Of the connection: over HTTP/2 the request's scheme is a header of the client.
    Origin direct = new Origin(peer == null ? UNKNOWN : peer, request.connection().isSsl());
    return settings.trusts(direct.address()) ? resolve(direct, request.headers()::getAll) : direct;
  }

  /**
   * Resolves the client by the headers of trusted proxies; {@code headers} has the lines of each.
   */
  Origin resolve(Origin direct, Function<String, List<String>> headers) {
    return switch (settings.header()) {
      case FORWARDED -> walk(direct, Hop.ofElements(headers.apply("Forwarded")));
      case X_FORWARDED -> {
        Origin client = walk(direct, Hop.ofAddresses(headers.apply("X-Forwarded-For")));
        yield new Origin(client.address(), isSecure(direct, headers.apply("X-Forwarded-Proto")));
      }
    };
  }

  /** Its entries belong to no address: one that says plain HTTP is enough. */
  private static boolean isSecure(Origin direct, List<String> protos) {
    return protos.isEmpty()
        ? direct.secure()
        : Hop.entries(protos, ',').stream().allMatch(HTTPS::equalsIgnoreCase);
  }

  /** From the nearest hop outwards, as far as each is trusted and names its client. */
  private Origin walk(Origin direct, List<Hop> hops) {
    Origin last = direct;
    for (int i = hops.size() - 1; i >= 0; i--) {
      Hop hop = hops.get(i);
      boolean secure = hop.proto() == null ? last.secure() : HTTPS.equalsIgnoreCase(hop.proto());
      if (hop.address() == null) {
        return new Origin(last.address(), secure);
      }
      last = new Origin(hop.address(), secure);
      if (!settings.trusts(last.address())) {
        return last;
      }
    }
    return last;
  }
}
