package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHeadTest {

  private static final String PATH = "/api/iam/v1/users";

  @Test
  void usualHeadsAreFine() {
    assertThat(fault(HttpVersion.HTTP_1_1, host())).isNull();
    assertThat(fault(HttpVersion.HTTP_1_1, host().add("Transfer-Encoding", "Chunked"))).isNull();
    assertThat(fault(HttpVersion.HTTP_1_1, host().add("Content-Length", "12"))).isNull();
    assertThat(fault(HttpVersion.HTTP_1_0, headers())).isNull();
    assertThat(fault(HttpVersion.HTTP_2, headers())).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"xchunked", "chunked, chunked", "gzip, chunked", "identity", "", "chunked;q=1"})
  void otherTransferEncodingsAreRefused(String value) {
    assertThat(fault(HttpVersion.HTTP_1_1, host().add("Transfer-Encoding", value)))
        .contains("Transfer-Encoding");
  }

  @Test
  void chunkedIsOfHttp11AloneAndOnce() {
    assertThat(fault(HttpVersion.HTTP_1_0, host().add("Transfer-Encoding", "chunked"))).isNotNull();
    assertThat(fault(HttpVersion.HTTP_2, headers().add("Transfer-Encoding", "chunked")))
        .isNotNull();
    MultiMap twice = host().add("Transfer-Encoding", "chunked").add("Transfer-Encoding", "chunked");
    assertThat(fault(HttpVersion.HTTP_1_1, twice)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"+5", "-1", "5, 5", "0x5", "", "5 "})
  void lengthIsOneNumber(String value) {
    assertThat(fault(HttpVersion.HTTP_1_1, host().add("Content-Length", value)))
        .contains("Content-Length");
  }

  @Test
  void lengthIsSaidOnce() {
    assertThat(
            fault(
                HttpVersion.HTTP_1_1, host().add("Content-Length", "5").add("Content-Length", "5")))
        .contains("Content-Length");
    assertThat(
            fault(
                HttpVersion.HTTP_1_1,
                host().add("Content-Length", "5").add("Transfer-Encoding", "chunked")))
        .contains("Content-Length");
  }

  @Test
  void hostIsSaidOnce() {
    assertThat(fault(HttpVersion.HTTP_1_1, headers())).contains("Host");
    assertThat(fault(HttpVersion.HTTP_1_1, host().add("Host", "b"))).contains("Host");
    assertThat(fault(HttpVersion.HTTP_1_0, host().add("Host", "b"))).contains("Host");
    assertThat(fault(HttpVersion.HTTP_2, host().add("Host", "b"))).contains("Host");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/iam/v1/users;x=1", "/api;a/iam/v1/users", "/api/iam/v1/users;"})
  void pathsHaveNoParameters(String path) {
    assertThat(RequestHead.fault(HttpVersion.HTTP_1_1, path, path, host())).contains(";");
  }

  @Test
  void pathsAreInNormalForm() {
    assertThat(RequestHead.fault(HttpVersion.HTTP_1_1, "/api/../x", "/x", host())).isNotNull();
  }

  private static MultiMap headers() {
    return MultiMap.caseInsensitiveMultiMap();
  }

  private static MultiMap host() {
    return headers().add("Host", "a");
  }

  private static String fault(HttpVersion version, MultiMap headers) {
    return RequestHead.fault(version, PATH, PATH, headers);
  }
}
