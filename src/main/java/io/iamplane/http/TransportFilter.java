package io.iamplane.http;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.vertx.core.http.HttpServerRequest;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;

/**
 * Refuses plain HTTP where it is not allowed, and tells browsers how to treat our answers. Behind a
 * proxy the scheme is the one that a trusted proxy names ({@code iam.http.proxies.*}).
 */
class TransportFilter {

  private final HttpConfig config;
  private final RequestIdentity identity;

  TransportFilter(HttpConfig config, RequestIdentity identity) {
    this.config = config;
    this.identity = identity;
  }

  @ServerRequestFilter(preMatching = true, priority = FilterOrder.TRANSPORT)
  void requireTls(ContainerRequestContext request, HttpServerRequest connection) {
    if (config.requireHttps() && !identity.isSecure() && !ApiPaths.isProbe(connection.path())) {
      throw IamException.of(ErrorCode.FORBIDDEN, "Plain HTTP is refused here; use HTTPS.");
    }
  }

  @ServerResponseFilter
  void protect(ContainerResponseContext response) {
    MultivaluedMap<String, Object> headers = response.getHeaders();
    headers.putSingle("X-Content-Type-Options", "nosniff");
    headers.putSingle("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
    headers.putSingle("Referrer-Policy", "no-referrer");
    if (!headers.containsKey(HttpHeaders.CACHE_CONTROL)) {
      headers.putSingle(HttpHeaders.CACHE_CONTROL, "no-store");
    }
    if (config.requireHttps()) {
      headers.putSingle("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
    }
  }
}
