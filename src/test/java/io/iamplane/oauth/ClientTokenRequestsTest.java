package io.iamplane.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.ClientRecording;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The token requests of existing clients are read as they send them. */
class ClientTokenRequestsTest {

  /** Uses the alphabet of real ids and secrets: neither is encoded before the two are joined. */
  private static final String ID = "cli-2x7abc";

  private static final String SECRET = "mfrggzdfmztwq2lknnwg23tpobyxe43u";

  static Stream<ClientRecording> bySecret() {
    return Stream.of("node", "php")
        .flatMap(client -> ClientRecording.of(client).stream())
        .filter(each -> each.request().path().equals("/oauth/token"))
        .filter(each -> each.contract().equals("accepted") && each.needs() == null);
  }

  @ParameterizedTest
  @MethodSource("bySecret")
  void credentialsAreRead(ClientRecording recording) {
    String pair = ID + ":" + SECRET;
    String basic = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    ClientRecording.Request sent = recording.with(Map.of("basic", basic)).request();
    TokenRequest request =
        TokenRequest.read(
            form(List.of(Objects.requireNonNull(sent.headers().get("Authorization"))), sent));
    assertThat(request.credentials().clientId()).isEqualTo(ID);
    assertThat(((ClientSecret) request.credentials()).secret().reveal()).isEqualTo(SECRET);
    assertThat(request.scope()).isEmpty();
  }

  static Stream<ClientRecording> byAssertion() {
    return Stream.of("node", "php")
        .flatMap(client -> ClientRecording.of(client).stream())
        .filter(each -> "private_key_jwt".equals(each.needs()));
  }

  @Test
  void bothClientsSendAssertions() {
    assertThat(byAssertion()).hasSize(2);
  }

  @ParameterizedTest
  @MethodSource("byAssertion")
  void assertionsAreRead(ClientRecording recording) {
    String assertion = new AssertionForge("one").good(ID, Instant.EPOCH);
    ClientRecording.Request sent = recording.with(Map.of("client_assertion", assertion)).request();
    TokenRequest request = TokenRequest.read(form(List.of(), sent));
    assertThat(request.credentials()).isInstanceOf(ClientAssertion.class);
    assertThat(request.credentials().clientId()).isEqualTo(ID);
    assertThat(request.scope()).isEmpty();
  }

  private static Form form(List<String> authorization, ClientRecording.Request sent) {
    return Form.read(
        authorization,
        List.of(Objects.requireNonNull(sent.headers().get("Content-Type"))),
        Objects.requireNonNull(sent.text()).getBytes(StandardCharsets.UTF_8));
  }
}
