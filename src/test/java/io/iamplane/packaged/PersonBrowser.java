package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.signin.Browser;
import io.iamplane.signin.passkey.Device;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The browser of a person with one passkey; replicas have one host, and so the same cookies. */
final class PersonBrowser {

  static final String CALLBACK = "https://panel.example.com/callback";

  private static final String SCOPE = "openid offline_access";
  private static final Pattern OPTIONS = Pattern.compile("data-options=\"([^\"]*)\"");
  private static final Pattern CODE = Pattern.compile("[?&]code=([^&]+)");

  /** RFC 7636, appendix B. */
  static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  private final Map<String, String> cookies = new LinkedHashMap<>();
  private final Device device;
  private final String origin;

  /**
   * Makes one without a passkey.
   *
   * @param issuer on whose pages it is
   */
  PersonBrowser(String issuer) {
    this(new Device(), issuer);
  }

  private PersonBrowser(Device device, String origin) {
    this.device = device;
    this.origin = origin;
  }

  /** Another browser, without the passkey, that someone copied the cookies to. */
  PersonBrowser withItsCookies() {
    PersonBrowser other = new PersonBrowser(origin);
    other.cookies.putAll(cookies);
    return other;
  }

  /** Another browser of the person, who is not signed in there. */
  PersonBrowser another() {
    return new PersonBrowser(device, origin);
  }

  HttpResponse<String> get(PackagedApp replica, String path) {
    return kept(replica.get(path, headers()));
  }

  HttpResponse<String> post(PackagedApp replica, String path, Map<String, String> form) {
    return kept(
        replica.post(
            path, encoded(form), headers("Content-Type", "application/x-www-form-urlencoded")));
  }

  /** Makes the passkey, on the page of a link. */
  void enrol(PackagedApp replica, String link) {
    URI url = URI.create(link);
    String page = page(get(replica, url.getPath() + "?" + url.getQuery()));
    Map<String, String> form = Browser.form(page, "Create a passkey");
    form.put("response", device.create(options(page), origin));
    assertThat(post(replica, "/sign-in/enrol", form).statusCode()).isEqualTo(200);
  }

  /** The filled form of a sign-in page, to be posted to {@code /sign-in/passkey}. */
  Map<String, String> signed(PackagedApp replica) {
    String page = page(get(replica, "/sign-in?" + encoded(request())));
    Map<String, String> form = Browser.form(page, "Sign in with a passkey");
    form.put("response", device.get(options(page), origin));
    return form;
  }

  /** Signs in, and the code. */
  String signIn(PackagedApp replica) {
    return code(post(replica, "/sign-in/passkey", signed(replica)));
  }

  /** Asks for a code without a page. */
  HttpResponse<String> authorize(PackagedApp replica) {
    return authorize(replica, SCOPE);
  }

  HttpResponse<String> authorize(PackagedApp replica, String scope) {
    Map<String, String> request = request();
    request.put("scope", scope);
    request.put("prompt", "none");
    return get(replica, "/oauth/authorize?" + encoded(request));
  }

  /** The code of an answer that leads to the panel. */
  static String code(HttpResponse<String> answer) {
    Matcher code = CODE.matcher(location(answer));
    assertThat(code.find()).as(location(answer)).isTrue();
    return code.group(1);
  }

  static String location(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    return answer.headers().firstValue("Location").orElse("");
  }

  /** Redeems a code. */
  static HttpResponse<String> redeem(PackagedApp replica, String code) {
    return token(
        replica,
        Map.of(
            "grant_type", "authorization_code",
            "client_id", "panel",
            "code", code,
            "redirect_uri", CALLBACK,
            "code_verifier", VERIFIER));
  }

  static HttpResponse<String> refresh(PackagedApp replica, String token) {
    return token(
        replica,
        Map.of("grant_type", "refresh_token", "client_id", "panel", "refresh_token", token));
  }

  private static HttpResponse<String> token(PackagedApp replica, Map<String, String> form) {
    return replica.post(
        "/oauth/token", encoded(form), "Content-Type", "application/x-www-form-urlencoded");
  }

  private static Map<String, String> request() {
    Map<String, String> request = new LinkedHashMap<>();
    request.put("response_type", "code");
    request.put("client_id", "panel");
    request.put("redirect_uri", CALLBACK);
    request.put("scope", SCOPE);
    request.put("code_challenge", CHALLENGE);
    request.put("code_challenge_method", "S256");
    return request;
  }

  private static String page(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  private static String options(String page) {
    Matcher options = OPTIONS.matcher(page);
    assertThat(options.find()).as(page).isTrue();
    return options.group(1).replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&");
  }

  private static String encoded(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(each ->
            each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  private String[] headers(String... more) {
    List<String> headers = new ArrayList<>(List.of(more));
    headers.addAll(List.of("Accept", "text/html"));
    if (!cookies.isEmpty()) {
      headers.add("Cookie");
      headers.add(
          cookies.entrySet().stream()
              .map(each -> each.getKey() + "=" + each.getValue())
              .collect(Collectors.joining("; ")));
    }
    return headers.toArray(String[]::new);
  }

  private HttpResponse<String> kept(HttpResponse<String> answer) {
    for (String set : answer.headers().allValues("Set-Cookie")) {
      String[] pair = set.split(";", 2)[0].split("=", 2);
      if (pair[1].isEmpty()) {
        cookies.remove(pair[0]);
      } else {
        cookies.put(pair[0], pair[1]);
      }
    }
    return answer;
  }
}
