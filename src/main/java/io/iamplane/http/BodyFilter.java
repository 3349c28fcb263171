package io.iamplane.http;

import io.iamplane.http.body.Bodies;
import io.iamplane.http.body.BodySender;
import io.iamplane.http.exchange.RequestIdentity;
import io.iamplane.http.limit.Addresses;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.wire.CurrentCaller;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.List;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body, as the last filter: its sender is known, within its limits and permitted. No
 * thread waits for the bytes.
 */
class BodyFilter {

  private static final String IDENTITY = "identity";

  private static final int MAX_SHOWN = 40;

  private final Bodies bodies;
  private final RequestIdentity identity;
  private final CurrentCaller caller;

  BodyFilter(Bodies bodies, RequestIdentity identity, CurrentCaller caller) {
    this.bodies = bodies;
    this.identity = identity;
    this.caller = caller;
  }

  @ServerRequestFilter(priority = FilterOrder.BODY)
  @Nullable Uni<Response> receive(ContainerRequestContext request, RoutingContext context) {
    HttpServerRequest connection = context.request();
    HttpMethod method = connection.method();
    if (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)) {
      return null;
    }
    if (!Bodies.isAnnounced(connection)) {
      // The framework's own stream would wait for the end of it.
      request.setEntityStream(InputStream.nullInputStream());
      return null;
    }
    requireNoEncoding(connection.headers().getAll(HttpHeaders.CONTENT_ENCODING));
    return Uni.createFrom()
        .completionStage(bodies.receive(context, sender()))
        .map(body -> {
          request.setEntityStream(body.stream());
          return null;
        });
  }

  /** A compressed body may be larger than all that is allowed; none is decoded here. */
  static void requireNoEncoding(List<String> lines) {
    String encoding = String.join(", ", lines).strip();
    if (!encoding.isEmpty() && !encoding.equalsIgnoreCase(IDENTITY)) {
      String shown = encoding.length() > MAX_SHOWN ? encoding.substring(0, MAX_SHOWN) : encoding;
      throw IamException.of(
              ErrorCode.UNSUPPORTED_MEDIA_TYPE,
              "Send the body without the Content-Encoding \"" + shown + "\".")
          .with("accept_encoding", IDENTITY);
    }
  }

  private BodySender sender() {
    return caller.isPresent()
        ? new BodySender.Tenant(caller.get().organization().toString())
        : new BodySender.Network(Addresses.network(identity.address()));
  }
}
