package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainQuestionTest {

  private final MultiMap headers =
      MultiMap.caseInsensitiveMultiMap()
          .add("Content-Type", "application/json")
          .add("Content-Length", "20");

  private HttpVersion version = HttpVersion.HTTP_1_1;

  private boolean isPlain(String query) {
    HttpServerRequest request =
        (HttpServerRequest)
            Proxy.newProxyInstance(
                HttpServerRequest.class.getClassLoader(),
                new Class<?>[] {HttpServerRequest.class},
                (_, method, _) ->
                    switch (method.getName()) {
                      case "headers" -> headers;
                      case "query" -> query;
                      case "version" -> version;
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    return PlainQuestion.is(request);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Accept | */* | true",
        "Accept | application/json | true",
        "Accept | application/json, text/plain, */* | true",
        "Accept | text/html | false",
        "Accept | application/json;q=0 | false",
        "Content-Type | application/json; charset=utf-8 | true",
        "Content-Type | Application/JSON ;charset=\"UTF-8\" | true",
        "Content-Type | application/json;charset=utf-16 | false",
        "Content-Type | text/plain | false",
        "Content-Length | 16384 | true",
        "Content-Length | 16385 | false",
        "Content-Length | 0 | false",
        "Content-Length | +5 | false",
        "Content-Length | 99999999999999999999 | false",
        "Transfer-Encoding | chunked | false",
        "Content-Encoding | gzip | false",
        "Expect | 100-continue | false",
        "Origin | https://panel.example.com | false"
      })
  void oneHeaderDecides(String name, String value, boolean plain) {
    headers.set(name, value);
    assertThat(isPlain(null)).isEqualTo(plain);
  }

  @Test
  void http2IsNotPlain() {
    version = HttpVersion.HTTP_2;
    assertThat(isPlain(null)).isFalse();
  }

  @Test
  void aQueryIsNotPlain() {
    assertThat(isPlain(null)).isTrue();
    assertThat(isPlain("a=b")).isFalse();
  }

  /** A pattern took 300 ms for one such header, on the event loop. */
  @Test
  void aHeaderMadeToTakeLongIsNotLookedInto() {
    headers.set("Accept", "x," + "*/*,".repeat(4_000));
    assertThat(isPlain(null)).isFalse();
  }
}
