package io.iamplane.http;

import io.iamplane.shared.IamException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** Refuses characters that no path and no parameter can hold, before any look-up. */
class RequestLineFilter {

  private static final String FAULT = "must not contain the character U+0000";

  @ServerRequestFilter(preMatching = true, nonBlocking = true, priority = FilterOrder.REQUEST_LINE)
  void requireText(ContainerRequestContext request) {
    UriInfo uri = request.getUriInfo();
    if (holdsNul(uri.getPath())) {
      throw IamException.validation("path", FAULT);
    }
    for (Map.Entry<String, List<String>> parameter : uri.getQueryParameters().entrySet()) {
      if (holdsNul(parameter.getKey())) {
        throw IamException.validation("query", FAULT);
      }
      if (parameter.getValue().stream().anyMatch(RequestLineFilter::holdsNul)) {
        throw IamException.validation(parameter.getKey(), FAULT);
      }
    }
  }

  private static boolean holdsNul(String text) {
    return text.indexOf('\0') >= 0;
  }
}
