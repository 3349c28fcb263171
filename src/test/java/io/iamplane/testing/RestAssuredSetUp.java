package io.iamplane.testing;

import static io.restassured.config.DecoderConfig.decoderConfig;
import static io.restassured.config.EncoderConfig.encoderConfig;
import static io.restassured.config.FailureConfig.failureConfig;
import static io.restassured.config.HttpClientConfig.httpClientConfig;
import static io.restassured.config.JsonConfig.jsonConfig;
import static io.restassured.config.RedirectConfig.redirectConfig;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.quarkus.test.junit.callback.QuarkusTestBeforeEachCallback;
import io.quarkus.test.junit.callback.QuarkusTestMethodContext;
import io.restassured.RestAssured;
import io.restassured.config.RestAssuredConfig;
import io.restassured.filter.Filter;
import io.restassured.http.ContentType;
import io.restassured.path.json.config.JsonPathConfig.NumberReturnType;
import io.restassured.response.Response;
import org.apache.http.client.HttpClient;
import org.apache.http.impl.NoConnectionReuseStrategy;
import org.apache.http.impl.client.DefaultHttpClient;

/**
 * Sets REST Assured up for every test with the application: a request goes out as it is written,
 * over a connection of its own, and a failure prints the whole answer.
 */
public final class RestAssuredSetUp implements QuarkusTestBeforeEachCallback {

  private static final RestAssuredConfig CONFIG =
      RestAssuredConfig.config()
          .httpClient(httpClientConfig().httpClientFactory(RestAssuredSetUp::client))
          .redirect(redirectConfig().followRedirects(false))
          .encoderConfig(
              encoderConfig()
                  .defaultContentCharset(UTF_8)
                  .appendDefaultContentCharsetToContentTypeIfUndefined(false))
          .decoderConfig(decoderConfig().defaultContentCharset(UTF_8))
          .jsonConfig(jsonConfig().numberReturnType(NumberReturnType.DOUBLE))
          .failureConfig(
              failureConfig().failureListeners((request, expected, answer) -> print(answer)));

  private static final Filter WITHOUT_MADE_UP_TYPE =
      (request, expected, context) -> {
        if (request.getBody() == null
            && request.getFormParams().isEmpty()
            && ContentType.URLENC.matches(request.getContentType())) {
          request.noContentType();
        }
        return context.next(request, expected);
      };

  @Override
  public void beforeEach(QuarkusTestMethodContext context) {
    RestAssured.config = CONFIG;
    RestAssured.replaceFiltersWith(WITHOUT_MADE_UP_TYPE, new DocumentedAnswers());
  }

  @SuppressWarnings("deprecation") // REST Assured takes no other kind.
  private static HttpClient client() {
    DefaultHttpClient client = new DefaultHttpClient();
    client.setReuseStrategy(NoConnectionReuseStrategy.INSTANCE);
    return client;
  }

  private static void print(Response answer) {
    System.out.println(
        answer.statusLine() + "\n" + answer.headers() + "\n\n" + answer.asString() + "\n");
  }
}
