package io.iamplane.http.problem;

import jakarta.inject.Singleton;
import jakarta.ws.rs.HttpMethod;
import java.util.ArrayList;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jboss.resteasy.reactive.server.core.Deployment;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.handlers.ClassRoutingHandler;
import org.jboss.resteasy.reactive.server.handlers.RestInitialHandler.InitialMatch;
import org.jboss.resteasy.reactive.server.mapping.RequestMapper;
import org.jboss.resteasy.reactive.server.mapping.RequestMapper.RequestMatch;
import org.jboss.resteasy.reactive.server.spi.ServerRestHandler;
import org.jspecify.annotations.Nullable;

/**
 * Finds the methods of a path in the routes of the framework, which itself reports only that some
 * other method would have matched.
 */
@Singleton
public class RouteMethods {

  /** Made once: to sort all routes takes longer than any unknown path may cost. */
  private volatile @Nullable RequestMapper<InitialMatch> classes;

  /** Returns the methods of the request's path, sorted; none for an unknown path. */
  public SortedSet<String> of(ResteasyReactiveRequestContext request) {
    SortedSet<String> methods = new TreeSet<>();
    String path = request.getPathWithoutPrefix();
    RequestMapper<InitialMatch> routes = routes(request.getDeployment());
    RequestMatch<InitialMatch> match = routes.map(path);
    while (match != null) {
      for (ServerRestHandler handler : match.value.handlers) {
        if (handler instanceof ClassRoutingHandler routing) {
          add(methods, routing, match.remaining.isEmpty() ? "/" : match.remaining);
        }
      }
      match = routes.continueMatching(path, match);
    }
    if (methods.contains(HttpMethod.GET)) {
      methods.add(HttpMethod.HEAD);
    }
    if (!methods.isEmpty()) {
      methods.add(HttpMethod.OPTIONS);
    }
    return methods;
  }

  /**
   * Returns true if the path has other methods than the request's. The framework itself takes a
   * path for unknown if its methods are in several classes.
   */
  boolean isOfOthers(ResteasyReactiveRequestContext request) {
    SortedSet<String> methods = of(request);
    return !methods.isEmpty() && !methods.contains(request.getMethod());
  }

  private static void add(SortedSet<String> methods, ClassRoutingHandler routing, String rest) {
    routing
        .getMappers()
        .forEach((method, paths) -> {
          // Null stands for the locators of sub-resources.
          if (method != null && paths.map(rest) != null) {
            methods.add(method);
          }
        });
  }

  /** Of a copy: the mapper sorts what it is given. */
  private RequestMapper<InitialMatch> routes(Deployment deployment) {
    RequestMapper<InitialMatch> known = classes;
    if (known == null) {
      known = new RequestMapper<>(new ArrayList<>(deployment.getClassMappers()));
      classes = known;
    }
    return known;
  }
}
