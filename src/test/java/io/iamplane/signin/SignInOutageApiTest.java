package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.TestDatabase;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Without the database no one gets in, and the pages say so. */
@QuarkusTest
class SignInOutageApiTest extends SignInApiFixture {

  @AfterEach
  void comeBack() throws IOException {
    TestDatabase.comeBack();
  }

  @Test
  void noOneGetsInAndThePagesSaySo() throws IOException {
    person("Otto Out");
    Map<String, String> form = Browser.form(page(request()), "Otto Out");
    String code = returned(browser.post("/sign-in/development", form)).get("code");
    Map<String, String> again = Browser.form(page(request("prompt", "login")), "Otto Out");
    String refresh =
        redeem(returned(authorize(request("scope", "openid offline_access"))).get("code"))
            .path("refresh_token");
    TestDatabase.proxy().goAway();
    says503(authorize(request()));
    says503(browser.get("/sign-in?" + query(request())));
    says503(browser.post("/sign-in/development", again));
    says503(browser.get("/oauth/logout"));
    triesAgain(redeem(code));
    triesAgain(RefreshTokensApiTest.refresh(refresh));
    triesAgain(given().formParams(request()).post("/oauth/par"));
    // What needs no database is answered: a new browser is led to the page.
    assertThat(new Browser().get("/oauth/authorize?" + query(request())).statusCode())
        .isEqualTo(303);
    TestDatabase.comeBack();
    // Nothing was used up meanwhile.
    assertThat(redeem(code).statusCode()).isEqualTo(200);
    assertThat(RefreshTokensApiTest.refresh(refresh).statusCode()).isEqualTo(200);
  }

  private static void triesAgain(Response answer) {
    answer.then().statusCode(400).header("Retry-After", "2");
    assertThat(answer.<String>path("error")).isEqualTo("temporarily_unavailable");
  }

  private static void says503(Response answer) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(503);
    assertThat(answer.contentType()).isEqualTo("text/html;charset=UTF-8");
    assertThat(answer.header("Retry-After")).isEqualTo("2");
    assertThat(answer.header("Set-Cookie")).isNull();
    assertThat(answer.asString()).contains("No one can sign in at the moment");
  }
}
