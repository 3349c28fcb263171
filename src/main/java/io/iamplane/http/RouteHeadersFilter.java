package io.iamplane.http;

import io.iamplane.http.problem.RouteMethods;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.json.MergePatch;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.util.SortedSet;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;

/**
 * Names the methods of a path in every 405 (RFC 9110, section 15.5.6) and for OPTIONS, and the
 * media types of patches for OPTIONS and in a 415 (RFC 5789, sections 2.2 and 3.1).
 */
class RouteHeadersFilter {

  private static final String ACCEPT_PATCH = "Accept-Patch";
  private static final String PATCHES = MediaType.APPLICATION_JSON + ", " + MergePatch.MEDIA_TYPE;

  private final RouteMethods routes;

  RouteHeadersFilter(RouteMethods routes) {
    this.routes = routes;
  }

  @ServerResponseFilter
  void name(ContainerRequestContext request, ContainerResponseContext response) {
    String method = request.getMethod();
    boolean asked = method.equals(HttpMethod.OPTIONS) && response.getStatus() == 200;
    if (asked || response.getStatus() == ErrorCode.METHOD_NOT_ALLOWED.status()) {
      SortedSet<String> methods = routes.of(CurrentRequestManager.get());
      response.getHeaders().putSingle(HttpHeaders.ALLOW, String.join(", ", methods));
      if (asked && methods.contains(HttpMethod.PATCH)) {
        response.getHeaders().putSingle(ACCEPT_PATCH, PATCHES);
      }
    } else if (method.equals(HttpMethod.PATCH)
        && response.getStatus() == ErrorCode.UNSUPPORTED_MEDIA_TYPE.status()) {
      response.getHeaders().putSingle(ACCEPT_PATCH, PATCHES);
    }
  }
}
