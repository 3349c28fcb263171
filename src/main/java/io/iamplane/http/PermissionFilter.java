package io.iamplane.http;

import io.iamplane.shared.AnswersDecision;
import io.iamplane.shared.AnyCaller;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Public;
import io.iamplane.shared.RequiresPermission;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.CurrentCaller;
import io.iamplane.shared.wire.Promptly;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Response;
import java.lang.reflect.Method;
import java.util.List;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jspecify.annotations.Nullable;

/**
 * Asks the decision point for the permission that the matched operation names, before its body is
 * read. An operation without a permission that is not public refuses all callers.
 */
class PermissionFilter {

  private final Authorizer authorizer;
  private final CurrentCaller caller;

  PermissionFilter(Authorizer authorizer, CurrentCaller caller) {
    this.authorizer = authorizer;
    this.caller = caller;
  }

  @ServerRequestFilter(priority = FilterOrder.PERMISSION)
  @Nullable Uni<Response> requirePermission(
      ContainerRequestContext request, ResourceInfo operation) {
    // JAX-RS hands the method out; Quarkus registers it for native images because this is called.
    Method method = operation.getResourceMethod();
    return Promptly.tryRun(() -> require(request, method));
  }

  private void require(ContainerRequestContext request, Method method) {
    if (method.isAnnotationPresent(Public.class)) {
      return;
    }
    RequiresPermission needed = method.getAnnotation(RequiresPermission.class);
    AnyCaller any = method.getAnnotation(AnyCaller.class);
    if (needed == null && any != null) {
      requireActive();
      if (!any.anyScope()) {
        requireNoCeiling(caller.get());
      }
      return;
    }
    if (needed == null) {
      throw IamException.of(ErrorCode.FORBIDDEN, "This operation is not available.");
    }
    if (!caller.isPresent()) {
      throw IamException.of(ErrorCode.UNAUTHORIZED, "A bearer token is required.");
    }
    Caller asking = caller.get();
    if (needed.platform() && !asking.platform()) {
      throw authorizer.standing(asking) == Authorizer.Verdict.TOKEN_ENDED
          ? Authorizer.Verdict.ended()
          : platformOnly(request, asking);
    }
    Authorizer.Verdict verdict = authorizer.authorize(asking, needed.value());
    if (verdict == Authorizer.Verdict.UNAVAILABLE
        && method.isAnnotationPresent(AnswersDecision.class)) {
      // It answers a denial, for the same reason, and nothing else.
      caller.leaveUndecided();
      return;
    }
    verdict.require(needed.value());
  }

  /** Requires an active subject: a valid token may belong to a suspended one. */
  private void requireActive() {
    if (!caller.isPresent()) {
      throw IamException.of(ErrorCode.UNAUTHORIZED, "A bearer token is required.");
    }
    switch (authorizer.standing(caller.get())) {
      case ALLOWED, STEP_UP_REQUIRED -> {
        // Whatever else they may not do.
      }
      case DENIED -> throw IamException.of(ErrorCode.FORBIDDEN, "The caller is not active.");
      case TOKEN_ENDED -> throw Authorizer.Verdict.ended();
      case OUT_OF_SCOPE -> throw new IllegalStateException("this check requires no permission");
      case UNAVAILABLE ->
          throw IamException.dependencyUnavailable(
              new IllegalStateException("the decision point made no decision"));
    }
  }

  /**
   * Refuses a token by which a service acts for a person: its scopes are a ceiling, and no scope
   * names what is the person's own.
   */
  private static void requireNoCeiling(Caller asking) {
    Caller.Token token = asking.token();
    if (asking.subject().type().equals(SubjectRef.USER)
        && token != null
        && !token.scopes().isEmpty()) {
      throw IamException.of(
          ErrorCode.FORBIDDEN,
          "This requires the person's own token; a service that acts for the person has this one.");
    }
  }

  /**
   * Platform operations do not exist for a tenant. Another organization, real or not, is not found;
   * the tenant's own and the collection as a whole are refused, which reveals nothing new.
   */
  private static IamException platformOnly(ContainerRequestContext request, Caller asking) {
    List<String> named =
        request.getUriInfo().getPathParameters().values().stream().flatMap(List::stream).toList();
    boolean namesAnother = !named.isEmpty() && !named.contains(asking.organization().toString());
    return namesAnother
        ? IamException.notFound()
        : IamException.of(
            ErrorCode.FORBIDDEN, "Only administrators of the platform organization may do this.");
  }
}
