package io.iamplane.http;

import io.iamplane.shared.AnyCaller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.RequiresPermission;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Refuses unknown and repeated query parameters: ignoring a misspelt filter would return rows that
 * the client did not ask for. Public operations accept any, because load balancers add their own.
 */
class ParameterFilter {

  @ServerRequestFilter(priority = FilterOrder.PARAMETERS)
  void requireKnown(ContainerRequestContext request, ResourceInfo operation) {
    Map<String, List<String>> given = request.getUriInfo().getQueryParameters();
    Method method = operation.getResourceMethod();
    if (given.isEmpty() || !isGuarded(method)) {
      return;
    }
    Set<String> known = parameters(method);
    Map<String, List<String>> errors = new TreeMap<>();
    given.forEach((name, values) -> {
      if (!known.contains(name)) {
        errors.put(name, List.of(unknown(known)));
      } else if (values.size() > 1) {
        errors.put(name, List.of("must not be given more than once"));
      }
    });
    if (!errors.isEmpty()) {
      throw IamException.validation(errors);
    }
  }

  private static boolean isGuarded(Method method) {
    return method.isAnnotationPresent(RequiresPermission.class)
        || method.isAnnotationPresent(AnyCaller.class);
  }

  private static Set<String> parameters(Method method) {
    return Arrays.stream(method.getParameterAnnotations())
        .flatMap(Arrays::stream)
        .filter(QueryParam.class::isInstance)
        .map(annotation -> ((QueryParam) annotation).value())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String unknown(Set<String> known) {
    return known.isEmpty()
        ? "unknown parameter; this operation takes none"
        : "unknown parameter; allowed: " + String.join(", ", known);
  }
}
