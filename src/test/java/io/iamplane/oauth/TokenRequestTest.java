package io.iamplane.oauth;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.iamplane.testing.AssertionForge;
import java.time.Instant;
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
    assertThat(secret(request)).isEqualTo("s+t");
    assertThat(request.scope()).containsExactly("x", "y");
  }

  @Test
  void basicCredentialsAreFormDecodedAfterTheSplit() {
    TokenRequest request = basic(GRANT, "a%3Ab:s%3At%2Bu+v:w");
    assertThat(request.credentials().clientId()).isEqualTo("a:b");
    assertThat(secret(request)).isEqualTo("s:t+u v:w");
    assertThat(secret(basic(GRANT, "a:"))).isEmpty();
  }

  @Test
  void schemeIsComparedWithoutCase() {
    for (String scheme : List.of("Basic ", "basic ", "BASIC  ")) {
      String header = scheme + Base64.getEncoder().encodeToString("a:s".getBytes(UTF_8));
      TokenRequest request = read(List.of(header), List.of(FORM), GRANT.getBytes(UTF_8));
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
    assertThat(error(() -> read(List.of("Basic YTpz", "Basic YTpz"), List.of(FORM), bytes(GRANT))))
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
    assertThat(error(() -> read(List.of(header), List.of(FORM), bytes(GRANT))))
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

  /** RFC 6749, section 3.3, read leniently. */
  @Test
  void spacesTooManyInAScopeAreIgnored() {
    for (String scope : List.of("x+y", "+x+y", "x+y+", "x++y", "%20%20x+++y%20", "y+x+y")) {
      assertThat(post(GRANT + "&client_id=a&client_secret=s&scope=" + scope).scope())
          .as(scope)
          .containsExactly("x", "y");
    }
    for (String blank : List.of("+", "%20%20")) {
      assertThat(error(() -> post(GRANT + "&client_id=a&client_secret=s&scope=" + blank)))
          .isEqualTo(OAuthError.INVALID_SCOPE);
    }
  }

  /** Like an absent one it would give all that client and person have. */
  @Test
  void aScopeOfSpacesIsRefusedAtAnExchangeToo() {
    String asked =
        "client_id=a&client_secret=s&subject_token=t&subject_token_type="
            + ExchangeRequest.ACCESS_TOKEN;
    assertThat(exchange(asked).scope()).isEmpty();
    assertThat(exchange(asked + "&scope=+x").scope()).containsExactly("x");
    assertThat(error(() -> exchange(asked + "&scope=+"))).isEqualTo(OAuthError.INVALID_SCOPE);
  }

  private static ExchangeRequest exchange(String body) {
    return ExchangeRequest.read(Form.read(List.of(), List.of(FORM), bytes(body)));
  }

  /** RFC 8707, section 2. */
  @Test
  void resourceMayBeGivenRepeatedly() {
    String credentials = GRANT + "&client_id=a&client_secret=s";
    assertThat(post(credentials).resources()).isEmpty();
    assertThat(post(credentials + "&resource=&resource=").resources()).isEmpty();
    assertThat(post(credentials + "&resource=https%3A%2F%2Fa.example&resource=b").resources())
        .containsExactly("https://a.example", "b");
  }

  @Test
  void anythingButAFormIsRefused() {
    byte[] body = bytes(GRANT + "&client_id=a&client_secret=s");
    for (String type :
        List.of("application/json", "text/plain", "multipart/form-data; boundary=x", "", ";")) {
      assertThat(error(() -> read(List.of(), List.of(type), body)))
          .isEqualTo(OAuthError.INVALID_REQUEST);
    }
    assertThat(error(() -> read(List.of(), List.of(), body))).isEqualTo(OAuthError.INVALID_REQUEST);
    String charset = "Application/X-WWW-Form-UrlEncoded; charset=UTF-8";
    assertThat(read(List.of(), List.of(charset), body)).isNotNull();
  }

  @Test
  void largeBodyIsRefused() {
    assertThat(error(() -> post(GRANT + "&x=" + "a".repeat(16 * 1024))))
        .isEqualTo(OAuthError.INVALID_REQUEST);
  }

  @Test
  void nothingShowsTheSecret() {
    assertThat(post(GRANT + "&client_id=a&client_secret=hush").toString()).doesNotContain("hush");
    TokenResponse response = new TokenResponse("ey.hush", "Bearer", 900, null, null, null, null);
    assertThat(response.toString()).doesNotContain("hush");
  }

  // --- Assertions ---

  @Test
  void assertionIsReadWithAndWithoutTheClientsName() {
    String assertion = new AssertionForge("one").good("client_a", Instant.EPOCH);
    for (String beside : List.of("", "&client_id=client_a", "&client_id=", "&client_secret=")) {
      TokenRequest request = post(GRANT + asserted(assertion) + beside);
      assertThat(request.credentials()).isInstanceOf(ClientAssertion.class);
      assertThat(request.credentials().clientId()).isEqualTo("client_a");
      assertThat(request.toString()).doesNotContain(assertion.split("\\.")[1]);
    }
    assertThat(error(() -> post(GRANT + asserted(assertion) + "&client_id=client_b")))
        .isEqualTo(OAuthError.INVALID_CLIENT);
  }

  @Test
  void assertionBesideASecretIsRefusedWhateverItHolds() {
    String type = "&client_assertion_type=" + AssertionForge.TYPE;
    for (String part : List.of(asserted("x"), "&client_assertion=x", type, asserted(""))) {
      assertThat(error(() -> post(GRANT + part + "&client_id=a&client_secret=s")))
          .as(part)
          .isEqualTo(OAuthError.INVALID_REQUEST);
      assertThat(error(() -> basic(GRANT + part, "a:s")))
          .as(part)
          .isEqualTo(OAuthError.INVALID_REQUEST);
    }
  }

  @Test
  void assertionNeedsItsType() {
    String assertion = new AssertionForge("one").good("client_a", Instant.EPOCH);
    for (String part :
        List.of(
            "&client_assertion=" + assertion,
            "&client_assertion_type=" + AssertionForge.TYPE,
            asserted(assertion).replace("jwt-bearer", "saml2-bearer"),
            asserted(assertion).replace("urn:", "URN:"),
            asserted("x"))) {
      assertThat(error(() -> post(GRANT + part))).as(part).isEqualTo(OAuthError.INVALID_CLIENT);
    }
  }

  private static String asserted(String assertion) {
    return "&client_assertion_type=" + AssertionForge.TYPE + "&client_assertion=" + assertion;
  }

  private static String secret(TokenRequest request) {
    return ((ClientSecret) request.credentials()).secret().reveal();
  }

  private static TokenRequest read(
      List<String> authorization, List<String> contentType, byte[] body) {
    return TokenRequest.read(Form.read(authorization, contentType, body));
  }

  private static TokenRequest post(String body) {
    return read(List.of(), List.of(FORM), bytes(body));
  }

  private static TokenRequest basic(String body, String pair) {
    String header = "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
    return read(List.of(header), List.of(FORM), bytes(body));
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
