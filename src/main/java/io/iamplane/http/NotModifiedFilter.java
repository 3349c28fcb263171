package io.iamplane.http;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;
import java.util.regex.Pattern;
import org.jboss.resteasy.reactive.server.ServerResponseFilter;
import org.jspecify.annotations.Nullable;

/**
 * Answers 304 without the body in place of a representation that the client has already (RFC 9110,
 * sections 13.1.2 and 15.4.5). The operation has run: its caller may read the resource.
 */
class NotModifiedFilter {

  private static final int OK = 200;
  private static final int NOT_MODIFIED = 304;
  private static final String ANY = "*";

  /** A tag in a list, without its mark of weakness, which does not count here. */
  private static final Pattern TAG = Pattern.compile("\\G[\\s,]*(?:W/)?(\"[^\"]*\")");

  @ServerResponseFilter
  void leaveOut(ContainerRequestContext request, ContainerResponseContext response) {
    if (response.getStatus() == OK
        && isRead(request.getMethod())
        && response.getHeaders().getFirst(HttpHeaders.ETAG) instanceof String tag
        && matches(request.getHeaders().get(HttpHeaders.IF_NONE_MATCH), tag)) {
      response.setStatus(NOT_MODIFIED);
      response.setEntity(null);
      response.getHeaders().remove(HttpHeaders.CONTENT_TYPE);
      response.getHeaders().remove(HttpHeaders.CONTENT_LENGTH);
    }
  }

  private static boolean isRead(String method) {
    return method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
  }

  static boolean matches(@Nullable List<String> ifNoneMatch, String tag) {
    if (ifNoneMatch == null) {
      return false;
    }
    String header = String.join(",", ifNoneMatch).strip();
    return header.equals(ANY)
        || TAG.matcher(header).results().anyMatch(found -> found.group(1).equals(tag));
  }
}
