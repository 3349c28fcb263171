package io.iamplane.http;

import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Serves the OpenAPI document on the management port. It is a file of the artifact, which a test
 * compares with the code: to scan the code, or to read and write the document, costs each start.
 */
@Singleton
class OpenApiRoute {

  private static final String FILE = "/META-INF/iam/openapi.json";

  void register(@Observes ManagementInterface management) {
    management
        .router()
        .get("/q/openapi")
        // Not on the event loop, which answers decisions.
        .blockingHandler(context ->
            context
                .response()
                .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                .end(document()));
  }

  /** Read for each request, of which there are few, so that memory does not hold it meanwhile. */
  private static Buffer document() {
    try (InputStream file = OpenApiRoute.class.getResourceAsStream(FILE)) {
      if (file == null) {
        throw new IllegalStateException("the artifact does not contain " + FILE);
      }
      return Buffer.buffer(file.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
