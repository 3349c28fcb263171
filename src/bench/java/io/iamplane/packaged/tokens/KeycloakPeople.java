package io.iamplane.packaged.tokens;

import io.iamplane.packaged.siege.Wire;
import io.iamplane.packaged.writes.Keycloak;
import io.restassured.path.json.JsonPath;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A person of Keycloak, who signs in by a password, in any number of browsers. */
final class KeycloakPeople {

  static final String CALLBACK = "https://panel.example.com/callback";

  /** RFC 7636, appendix B. */
  static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

  /** The client and the person of a realm. */
  static final String CLIENT =
      """
      {"clientId": "panel", "publicClient": true, "standardFlowEnabled": true,
       "redirectUris": ["%s"], "attributes": {"pkce.code.challenge.method": "S256"}}
      """
          .formatted(CALLBACK);

  static final String PERSON =
      """
      {"username": "person", "enabled": true, "email": "person@example.com",
       "emailVerified": true, "firstName": "Petra", "lastName": "Person",
       "credentials": [{"type": "password", "value": "%s"}]}
      """
          .formatted(Keycloak.SECRET);

  private static final int BROWSERS = 16;
  private static final int PATIENCE_MILLIS = 60_000;
  private static final Pattern ACTION = Pattern.compile("action=\"([^\"]+)\"");
  private static final Pattern CODE = Pattern.compile("[?&]code=([^&]+)");

  private final HttpClient http = HttpClient.newHttpClient();
  private final int port;
  private final String realm;

  /**
   * Makes the person's computer.
   *
   * @param realm the path of the realm
   */
  KeycloakPeople(int port, String realm) {
    this.port = port;
    this.realm = realm;
  }

  /** One browser, in which the person has signed in. */
  private final class Browser {

    private final Map<String, String> cookies = new LinkedHashMap<>();

    private HttpResponse<String> send(HttpRequest.Builder request)
        throws IOException, InterruptedException {
      if (!cookies.isEmpty()) {
        request.header(
            "Cookie",
            cookies.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining("; ")));
      }
      HttpResponse<String> answer =
          http.send(request.build(), HttpResponse.BodyHandlers.ofString());
      for (String set : answer.headers().allValues("Set-Cookie")) {
        String[] pair = set.split(";", 2)[0].split("=", 2);
        cookies.put(pair[0], pair[1]);
      }
      return answer;
    }

    private HttpResponse<String> authorize(String scope) throws IOException, InterruptedException {
      return send(
          HttpRequest.newBuilder(
              URI.create(
                  "http://127.0.0.1:"
                      + port
                      + realm
                      + "/protocol/openid-connect/auth?client_id=panel&response_type=code&scope="
                      + scope
                      + "&code_challenge_method=S256&code_challenge="
                      + CHALLENGE
                      + "&redirect_uri="
                      + URLEncoder.encode(CALLBACK, StandardCharsets.UTF_8))));
    }

    /** Signs the person in, and the code. */
    private String signIn(String scope) throws IOException, InterruptedException {
      HttpResponse<String> page = authorize(scope);
      Matcher action = ACTION.matcher(page.body());
      if (page.statusCode() != 200 || !action.find()) {
        throw new IOException(page.statusCode() + " " + page.body());
      }
      return code(
          send(
              HttpRequest.newBuilder(URI.create(action.group(1).replace("&amp;", "&")))
                  .header("Content-Type", "application/x-www-form-urlencoded")
                  .POST(
                      HttpRequest.BodyPublishers.ofString(
                          "username=person&password=" + Keycloak.SECRET + "&credentialId="))));
    }
  }

  private static String code(HttpResponse<String> answer) throws IOException {
    String location = answer.headers().firstValue("Location").orElse("");
    Matcher code = CODE.matcher(location);
    if (!location.startsWith(CALLBACK) || !code.find()) {
      throw new IOException(answer.statusCode() + " " + location + " " + answer.body());
    }
    return code.group(1);
  }

  /** Codes for all three tokens, of several sessions in turn. */
  List<String> codes(int count) throws IOException {
    List<String> codes = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<String>>> made = new ArrayList<>();
      for (int i = 0; i < BROWSERS; i++) {
        made.add(threads.submit(() -> ofOneBrowser(count / BROWSERS)));
      }
      for (Future<List<String>> each : made) {
        codes.addAll(each.get());
      }
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    Collections.shuffle(codes, new Random(1));
    return codes;
  }

  private List<String> ofOneBrowser(int count) throws IOException, InterruptedException {
    Browser browser = new Browser();
    List<String> codes = new ArrayList<>();
    codes.add(browser.signIn("openid"));
    while (codes.size() < count) {
      codes.add(code(browser.authorize("openid")));
    }
    return codes;
  }

  /** The first tokens of so many chains, each of a session of its own. */
  List<String> refreshTokens(int count) throws IOException {
    List<String> tokens = new ArrayList<>();
    try (Wire wire = new Wire(port, "127.0.0.1", PATIENCE_MILLIS)) {
      for (int i = 0; i < count; i++) {
        Wire.Answer answer =
            wire.ask(
                "POST",
                realm + "/protocol/openid-connect/token",
                "grant_type=authorization_code&client_id=panel&code_verifier="
                    + VERIFIER
                    + "&redirect_uri="
                    + URLEncoder.encode(CALLBACK, StandardCharsets.UTF_8)
                    + "&code="
                    + new Browser().signIn("profile"),
                "Content-Type",
                "application/x-www-form-urlencoded");
        if (answer.status() != 200) {
          throw new IOException(answer.status() + " " + answer.body());
        }
        tokens.add(JsonPath.from(answer.body()).getString("refresh_token"));
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    return tokens;
  }

  private static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IOException(e);
  }
}
