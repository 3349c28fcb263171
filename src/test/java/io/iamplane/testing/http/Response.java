package io.iamplane.testing.http;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.http.Header;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.util.EntityUtils;

/** An answer as it came. */
public final class Response {

  private final String method;
  private final URI uri;
  private final int status;
  private final List<Header> headers;
  private final byte[] body;
  private JsonPath json;

  Response(String method, URI uri, int status, List<Header> headers, byte[] body) {
    this.method = method;
    this.uri = uri;
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  static Response of(HttpUriRequest request, HttpResponse answer) throws IOException {
    return new Response(
        request.getMethod(),
        request.getURI(),
        answer.getStatusLine().getStatusCode(),
        List.of(answer.getAllHeaders()),
        answer.getEntity() == null ? new byte[0] : EntityUtils.toByteArray(answer.getEntity()));
  }

  public int statusCode() {
    return status;
  }

  /** In the order in which they came. */
  public List<Header> headers() {
    return headers;
  }

  /** The values of all headers of a name. */
  public List<String> headers(String name) {
    return headers.stream()
        .filter(header -> header.getName().equalsIgnoreCase(name))
        .map(Header::getValue)
        .toList();
  }

  /** The first header of a name; null without one. */
  public String header(String name) {
    return headers(name).stream().findFirst().orElse(null);
  }

  /** With its parameters; null without a body. */
  public String contentType() {
    return header("Content-Type");
  }

  /** Without parameters; empty without a body. */
  public String mediaType() {
    String type = contentType();
    return type == null ? "" : type.split(";", 2)[0].strip();
  }

  public byte[] asByteArray() {
    return body;
  }

  public String asString() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The body, which has to be declared as JSON. */
  public JsonPath jsonPath() {
    if (json == null) {
      if (!mediaType().endsWith("json")) {
        throw new AssertionError("This is not JSON but \"" + mediaType() + "\".\n" + this);
      }
      json = JsonPath.from(asString());
    }
    return json;
  }

  /** Reads the value at a path of the body; see {@link PathSteps}. */
  public <T> T path(String path) {
    return jsonPath().get(path);
  }

  /** Starts the expectations of the answer. */
  public ValidatableResponse then() {
    return new ValidatableResponse(this);
  }

  /** The request and its answer, for the message of a test that fails. */
  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder("%s %s was answered %d\n".formatted(method, uri, status));
    headers.forEach(header -> text.append(header).append('\n'));
    return text.append('\n').append(asString()).toString();
  }
}
