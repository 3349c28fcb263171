package io.iamplane.testing.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.testing.DocumentedAnswers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.http.Header;
import org.apache.http.HttpEntity;
import org.apache.http.client.HttpClient;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.methods.RequestBuilder;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.impl.NoConnectionReuseStrategy;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.message.BasicHeader;
import org.jspecify.annotations.Nullable;

/**
 * A request to the application under test, which may be sent several times. Every answer is
 * compared with the published document.
 */
public final class RequestSpecification {

  private static final int PATIENCE_MILLIS = 60_000;
  private static final int CONNECTIONS = 1_000;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Opens a connection for each request, so that tests cannot disturb each other's connections. */
  private static final HttpClient CLIENT =
      HttpClientBuilder.create()
          .disableRedirectHandling()
          .disableCookieManagement()
          .setConnectionReuseStrategy(NoConnectionReuseStrategy.INSTANCE)
          .setMaxConnPerRoute(CONNECTIONS)
          .setMaxConnTotal(CONNECTIONS)
          .setDefaultRequestConfig(RequestConfig.custom().setSocketTimeout(PATIENCE_MILLIS).build())
          .build();

  private final List<Header> headers = new ArrayList<>();
  private final List<String> query = new ArrayList<>();
  private final List<String> form = new ArrayList<>();
  private @Nullable Integer port;
  private @Nullable String contentType;
  private byte @Nullable [] body;

  RequestSpecification() {}

  /** Adds a header, beside one of the same name. */
  public RequestSpecification header(String name, Object value) {
    if (name.equalsIgnoreCase("Content-Type")) {
      return contentType(value.toString());
    }
    headers.add(new BasicHeader(name, value.toString()));
    return this;
  }

  public RequestSpecification headers(Map<String, ?> more) {
    more.forEach(this::header);
    return this;
  }

  public RequestSpecification cookie(String name, String value) {
    return header("Cookie", name + "=" + value);
  }

  public RequestSpecification contentType(String type) {
    contentType = type;
    return this;
  }

  /** A text or bytes as they are; anything else as JSON. */
  public RequestSpecification body(Object content) {
    body =
        switch (content) {
          case byte[] bytes -> bytes;
          case String text -> text.getBytes(StandardCharsets.UTF_8);
          default -> json(content);
        };
    return this;
  }

  private static byte[] json(Object content) {
    try {
      return MAPPER.writeValueAsBytes(content);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Adds a parameter of the URL, once for each value. */
  public RequestSpecification queryParam(String name, Object... values) {
    for (Object value : values) {
      query.add(Urls.parameter(name, value));
    }
    return this;
  }

  /** Adds a parameter of a form. */
  public RequestSpecification formParam(String name, Object value) {
    form.add(Urls.parameter(name, value));
    return this;
  }

  /** With an access token. */
  public RequestSpecification bearer(String token) {
    return header("Authorization", "Bearer " + token);
  }

  /** With the id and the secret of a client. */
  public RequestSpecification basic(String id, String secret) {
    byte[] both = (id + ":" + secret).getBytes(StandardCharsets.UTF_8);
    return header("Authorization", "Basic " + Base64.getEncoder().encodeToString(both));
  }

  /** To another port than the application's own, such as that of management. */
  public RequestSpecification port(int other) {
    port = other;
    return this;
  }

  public Response get(String path) {
    return request("GET", path);
  }

  public Response head(String path) {
    return request("HEAD", path);
  }

  public Response options(String path) {
    return request("OPTIONS", path);
  }

  public Response post(String path) {
    return request("POST", path);
  }

  public Response put(String path) {
    return request("PUT", path);
  }

  public Response patch(String path) {
    return request("PATCH", path);
  }

  public Response delete(String path) {
    return request("DELETE", path);
  }

  /** Sends this and waits for the whole answer. */
  public Response request(String method, String path) {
    URI uri = Urls.of(port == null ? Http.port() : port, path, query);
    RequestBuilder request = RequestBuilder.create(method).setUri(uri).setEntity(entity(method));
    headers.forEach(request::addHeader);
    if (contentType != null || !form.isEmpty()) {
      request.addHeader("Content-Type", Objects.requireNonNullElse(contentType, ContentType.FORM));
    }
    Response answer = send(request.build());
    DocumentedAnswers.check(method, uri.getRawPath(), answer);
    return answer;
  }

  private @Nullable HttpEntity entity(String method) {
    if (!form.isEmpty()) {
      return new ByteArrayEntity(String.join("&", form).getBytes(StandardCharsets.UTF_8));
    }
    if (body == null) {
      return method.startsWith("P") ? new ByteArrayEntity(new byte[0]) : null;
    }
    return new ByteArrayEntity(body);
  }

  private static Response send(HttpUriRequest request) {
    try {
      return CLIENT.execute(request, answer -> Response.of(request, answer));
    } catch (IOException e) {
      throw new UncheckedIOException(request.toString(), e);
    }
  }
}
