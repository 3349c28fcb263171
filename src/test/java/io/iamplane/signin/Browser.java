package io.iamplane.signin;

import static io.restassured.RestAssured.given;

import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A browser as far as the pages need one: it keeps cookies, and fills forms in. */
public final class Browser {

  private static final Pattern HIDDEN =
      Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\">");

  private final Map<String, String> cookies = new LinkedHashMap<>();
  private @Nullable String languages;

  /** Sends a header {@code Accept-Language} from now on. */
  public void ask(String languages) {
    this.languages = languages;
  }

  public Response get(String path) {
    return kept(request().urlEncodingEnabled(false).get(path));
  }

  public Response post(String path, Map<String, String> form) {
    RequestSpecification request = request();
    form.forEach(request::formParam);
    return kept(request.post(path));
  }

  /** The value of a cookie; null without one. */
  public String cookie(String name) {
    return cookies.get(name);
  }

  /** Sets a cookie like an attacker with that ability. */
  public void plant(String name, String value) {
    cookies.put(name, value);
  }

  /** The hidden fields of the form with a given button. */
  public static Map<String, String> form(String html, String button) {
    int end = html.indexOf("<button>" + button);
    if (end < 0) {
      throw new AssertionError("no button " + button + " in " + html);
    }
    Matcher field = HIDDEN.matcher(html.substring(html.lastIndexOf("<form", end), end));
    Map<String, String> fields = new LinkedHashMap<>();
    while (field.find()) {
      fields.put(field.group(1), field.group(2).replace("&amp;", "&"));
    }
    return fields;
  }

  private RequestSpecification request() {
    RequestSpecification request = given().header("Accept", "text/html");
    if (languages != null) {
      request.header("Accept-Language", languages);
    }
    if (!cookies.isEmpty()) {
      StringBuilder line = new StringBuilder();
      cookies.forEach((name, value) -> line.append(name).append('=').append(value).append("; "));
      request.header("Cookie", line.substring(0, line.length() - 2));
    }
    return request;
  }

  private Response kept(Response answer) {
    for (String set : answer.headers().getValues("Set-Cookie")) {
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
