package io.iamplane.signin.passkey;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.bootstrap.DemoTenant;
import io.iamplane.cli.Commands;
import io.iamplane.signin.Browser;
import io.iamplane.signin.SignInApiFixture;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The pages of passkeys, as people and their devices use them. */
abstract class PasskeyFixture extends SignInApiFixture {

  static final String MAKE = "Create a passkey";
  static final String USE = "Sign in with a passkey";

  private static final Pattern OPTIONS =
      Pattern.compile("data-passkey=\"\\w+\" data-options=\"([^\"]*)\"");

  @Inject Commands commands;

  /** The path of a person's new link. */
  String link(String user, String... more) {
    String[] arguments = {"iam:users:invite", "--tenant", DemoTenant.KEY, "--user", user, "--json"};
    Commands.Ended ended =
        commands.run(
            Stream.concat(Arrays.stream(arguments), Arrays.stream(more)).toArray(String[]::new));
    assertThat(ended.exitCode()).as(ended.err()).isZero();
    String url = JsonPath.from(ended.out()).getString("url");
    assertThat(url).startsWith(ISSUER + "/sign-in/enrol?invitation=");
    return url.substring(ISSUER.length());
  }

  /** The page that a path shows. */
  String shown(String path) {
    Response page = browser.get(path);
    assertThat(page.statusCode()).as(page.asString()).isEqualTo(200);
    return page.asString();
  }

  /** The options on a page. */
  static String options(String html) {
    Matcher options = OPTIONS.matcher(html);
    assertThat(options.find()).as(html).isTrue();
    return options.group(1).replace("&quot;", "\"").replace("&#39;", "'").replace("&amp;", "&");
  }

  /** The form on a page, with a response. */
  static Map<String, String> form(String html, String button, String response) {
    Map<String, String> form = Browser.form(html, button);
    form.put("response", response);
    return form;
  }

  Response enrol(Map<String, String> form) {
    return browser.post("/sign-in/enrol", form);
  }

  Response signIn(Map<String, String> form) {
    return browser.post("/sign-in/passkey", form);
  }

  /** A new passkey of a person. */
  void enrol(String user, Device device) {
    String page = shown(link(user));
    Response answer = enrol(form(page, MAKE, device.create(options(page), ISSUER)));
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(answer.asString()).contains("Passkey created");
  }

  /** The filled form of the sign-in page. */
  Map<String, String> signed(Device device) {
    String page = page(request("prompt", "login"));
    return form(page, USE, device.get(options(page), ISSUER));
  }
}
