package io.iamplane.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.StartUpCheck;
import io.iamplane.token.TestIssuer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The URLs to which a browser may be sent back. */
class ReturnUrisTest {

  private static final List<String> REGISTERED =
      List.of(
          "https://panel.example.com/callback",
          "http://127.0.0.1/callback",
          "http://[::1]:9/callback?a=b",
          "http://localhost:5173/");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://panel.example.com/callback",
        "http://127.0.0.1/callback",
        "http://127.0.0.1:51004/callback",
        "http://[::1]:1/callback?a=b",
        "http://[::1]/callback?a=b",
        "http://localhost:5173/"
      })
  void registeredOnesAreTaken(String uri) {
    assertThat(ReturnUris.contains(REGISTERED, uri)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "https://panel.example.com/callback/",
        "https://panel.example.com/callback?x=y",
        "https://panel.example.com/callback#f",
        "https://PANEL.example.com/callback",
        "https://panel.example.com:443/callback",
        "https://panel.example.com/callback/../evil",
        "https://panel.example.com/%63allback",
        "https://panel.example.com.evil.example/callback",
        "https://panel.example.com@evil.example/callback",
        "https://evil.example/?https://panel.example.com/callback",
        "http://panel.example.com/callback",
        "javascript:alert(1)",
        "http://127.0.0.1:99999/callback",
        "http://127.0.0.1:/callback",
        "http://127.0.0.1:80@evil.example/callback",
        "http://127.0.0.1.evil.example/callback",
        "http://127.0.0.2/callback",
        "https://127.0.0.1/callback",
        "http://127.0.0.1/other",
        "http://[::1]:9/callback",
        "http://localhost:5174/",
        "http://localhost/"
      })
  void othersAreNot(String uri) {
    assertThat(ReturnUris.contains(REGISTERED, uri)).isFalse();
  }

  @Test
  void aLongOneIsNotLookedAt() {
    String uri = "https://a.example/" + "a".repeat(600);
    assertThat(ReturnUris.contains(List.of(uri), uri)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.example/x?y, https://a.example",
    "http://127.0.0.1:7/x, http://127.0.0.1:7",
    "http://[::1], http://[::1]"
  })
  void theOriginIsAllBeforeThePath(String uri, String origin) {
    assertThat(ReturnUris.origin(uri)).isEqualTo(origin);
  }

  @Test
  void parametersAreAddedToThoseThatAreThere() {
    Map<String, String> answer = new LinkedHashMap<>();
    answer.put("code", "a+b");
    answer.put("state", "ä &=");
    assertThat(ReturnUris.with("https://a.example/", answer))
        .isEqualTo("https://a.example/?code=a%2Bb&state=%C3%A4+%26%3D");
    assertThat(ReturnUris.with("https://a.example/?x=y", Map.of("code", "1")))
        .isEqualTo("https://a.example/?x=y&code=1");
    assertThat(ReturnUris.with("https://a.example/", Map.of())).isEqualTo("https://a.example/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "panel.example.com/callback",
        "ftp://panel.example.com/",
        "https://panel.example.com/#top",
        "https://*.example.com/",
        "https://user@panel.example.com/",
        "https://panel example.com/",
        "http://panel.example.com/callback"
      })
  void theStartSaysWhatMustNotBeRegistered(String uri) {
    for (boolean signedOut : new boolean[] {false, true}) {
      assertThat(findings(config(uri, signedOut), "https://iam.example.com"))
          .singleElement()
          .satisfies(finding -> {
            assertThat(finding.severity().name()).isEqualTo("SEVERE");
            assertThat(finding.line())
                .startsWith(signedOut ? PanelCheck.POST_LOGOUT : PanelCheck.REDIRECT)
                .contains(uri);
          });
    }
  }

  @Test
  void theStartTakesHttpsAndThisMachine() {
    for (String uri : REGISTERED) {
      assertThat(findings(config(uri, false), "https://iam.example.com")).as(uri).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://10.0.0.5", "https://10.0.0.5:8443", "https://[::1]"})
  void theStartSaysThatNoPasskeyIsOfAnAddress(String issuer) {
    assertThat(findings(config(REGISTERED.getFirst(), false), issuer))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.line()).startsWith("iam.issuer").contains(issuer, "passkey"));
    assertThat(findings(config(REGISTERED.getFirst(), true), issuer)).isEmpty();
  }

  private static List<StartUpCheck.Finding> findings(PanelConfig config, String issuer) {
    return new PanelCheck(config, TestIssuer.of(issuer)).findings();
  }

  private static PanelConfig config(String uri, boolean signedOut) {
    Optional<List<String>> given = Optional.of(List.of(uri));
    return signedOut
        ? new PanelUris(Optional.empty(), given)
        : new PanelUris(given, Optional.empty());
  }
}
