package io.iamplane.token.oauth;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenRequestTest {

  private static final String FORM = Form.MEDIA_TYPE;
  private static final String GRANT = "grant_type=client_credentials";

  @Test
  void postedCredentialsAreRead() {
    TokenRequest request = post(GRANT + "&client_id=a&client_secret=s%2Bt&scope=x+y");
    assertThat(request.credentials().clientId()).isEqualTo("a");
    assertThat(request.credentials().secret().reveal()).isEqualTo("s+t");
    assertThat(request.scope()).contains("x y");
  }

  @Test
  void basicCredentialsAreFormDecodedAfterTheSplit() {
    TokenRequest request = basic(GRANT, "a%3Ab:s%3At%2Bu+v:w");
    assertThat(request.credentials().clientId()).isEqualTo("a:b");
    assertThat(request.credentials().secret().reveal()).isEqualTo("s:t+u v:w");
    assertThat(basic(GRANT, "a:").credentials().secret().reveal()).isEmpty();
  }

  @Test
  void schemeIsComparedWithoutCase() {
    for (String scheme : List.of("Basic ", "basic ", "BASIC  ")) {
      String header = scheme + Base64.getEncoder().encodeToString("a:s".getBytes(UTF_8));
      TokenRequest request =
          TokenRequest.read(List.of(header), List.of(FORM), GRANT.getBytes(UTF_8));
      assertThat(request.credentials().clientId()).isEqualTo("a");
    }
  }

  @Test
  void clientIdBesideBasicMustBeTheSame() {
    assertThat(basic(GRANT + "&client_id=a", "a:s").credentials().clientId()).isEqualTo("a");
    assertThat(error(() -> basic(GRANT + "&client_id=b", "a:s")))
        .isEqualTo(OAuthError.INVALID_REQUEST);
  }

  @Test
  void twoWaysOfAuthenticatingAreRefused() {
    assertThat(error(() -> basic(GRANT + "&client_id=a&client_secret=s", "a:s")))
        .isEqualTo(OAuthError.INVALID_REQUEST);
    assertThat(error(() -> basic(GRANT + "&client_secret=s", "a:s")))
        .isEqualTo(OAuthError.INVALID_REQUEST);
    assertThat(
            error(() ->
                TokenRequest.read(
                    List.of("Basic YTpz", "Basic YTpz"), List.of(FORM), bytes(GRANT))))
        .isEqualTo(OAuthError.INVALID_REQUEST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Basic",
        "Basic ",
        "Basic %%%",
        "Basic YQ==",
        "Basic OnM=",
        "Bearer abc",
        "Digest x",
        "Basic YTpzAA==",
        "Basic YTrDqQ=="
      })
  void credentialsThatCannotBeReadAreNone(String header) {
    assertThat(error(() -> TokenRequest.read(List.of(header), List.of(FORM), bytes(GRANT))))
        .isEqualTo(OAuthError.INVALID_CLIENT);
  }

  @Test
  void missingCredentialsAreInvalidClient() {
    for (String body :
        List.of(
            "",
            "&client_id=a",
            "&client_secret=s",
            "&client_id=&client_secret=s",
            "&client_id=a&client_secret=",
            "&client_assertion=x")) {
      assertThat(error(() -> post(GRANT + body))).as(body).isEqualTo(OAuthError.INVALID_CLIENT);
    }
  }

  @Test
  void grantTypeIsNeededAndKnown() {
    String credentials = "&client_id=a&client_secret=s";
    assertThat(error(() -> post(credentials))).isEqualTo(OAuthError.INVALID_REQUEST);
    assertThat(error(() -> post("grant_type=" + credentials)))
        .isEqualTo(OAuthError.INVALID_REQUEST);
    for (String grant :
        List.of("password", "authorization_code", "refresh_token", "Client_Credentials")) {
      assertThat(error(() -> post("grant_type=" + grant + credentials)))
          .isEqualTo(OAuthError.UNSUPPORTED_GRANT_TYPE);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grant_type=client_credentials",
        "client_id=b",
        "client_secret=t",
        "scope=a&scope=a",
        "x=1&x=2",
        "client%5Fid=b"
      })
  void parameterGivenTwiceIsRefused(String again) {
    assertThat(error(() -> post(GRANT + "&client_id=a&client_secret=s&" + again)))
        .isEqualTo(OAuthError.INVALID_REQUEST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scope=%",
        "scope=%zz",
        "scope=%0",
        "scope=%00",
        "scope=%0A",
        "scope=%C3%A9",
        "%zz=1",
        "scope=%ff",
        "scope=\u00e9"
      })
  void brokenEncodingAndControlCharactersAreRefused(String parameter) {
    assertThat(error(() -> post(GRANT + "&client_id=a&client_secret=s&" + parameter)))
        .isEqualTo(OAuthError.INVALID_REQUEST);
  }

  @Test
  void unknownAndEmptyParametersAreIgnored() {
    TokenRequest request =
        post("&&" + GRANT + "&client_id=a&client_secret=s&scope=&resource=%C3%A9&flag&");
    assertThat(request.scope()).isEmpty();
  }

  @Test
  void anythingButAFormIsRefused() {
    byte[] body = bytes(GRANT + "&client_id=a&client_secret=s");
    for (String type :
        List.of("application/json", "text/plain", "multipart/form-data; boundary=x", "", ";")) {
      assertThat(error(() -> TokenRequest.read(List.of(), List.of(type), body)))
          .isEqualTo(OAuthError.INVALID_REQUEST);
    }
    assertThat(error(() -> TokenRequest.read(List.of(), List.of(), body)))
        .isEqualTo(OAuthError.INVALID_REQUEST);
    String charset = "Application/X-WWW-Form-UrlEncoded; charset=UTF-8";
    assertThat(TokenRequest.read(List.of(), List.of(charset), body)).isNotNull();
  }

  @Test
  void largeBodyIsRefused() {
    assertThat(error(() -> post(GRANT + "&x=" + "a".repeat(16 * 1024))))
        .isEqualTo(OAuthError.INVALID_REQUEST);
  }

  @Test
  void nothingShowsTheSecret() {
    assertThat(post(GRANT + "&client_id=a&client_secret=hush").toString()).doesNotContain("hush");
    TokenResponse response = new TokenResponse("ey.hush", "Bearer", 900, null);
    assertThat(response.toString()).doesNotContain("hush");
  }

  private static TokenRequest post(String body) {
    return TokenRequest.read(List.of(), List.of(FORM), bytes(body));
  }

  private static TokenRequest basic(String body, String pair) {
    String header = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
    return TokenRequest.read(List.of(header), List.of(FORM), bytes(body));
  }

  private static byte[] bytes(String body) {
    return body.getBytes(ISO_8859_1);
  }

  private static OAuthError error(Runnable read) {
    OAuthException refusal = catchThrowableOfType(OAuthException.class, read::run);
    assertThat(refusal).as("must be refused").isNotNull();
    // RFC 6749, section 5.2: what error_description may hold.
    assertThat(refusal.description()).matches("[\\x20-\\x21\\x23-\\x5B\\x5D-\\x7E]+");
    return refusal.error();
  }
}
