package io.iamplane.testing.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request is sent as the test wrote it, and a wrong answer is shown whole. */
class HttpTest {

  private record Seen(String request, Map<String, List<String>> headers, String body) {}

  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private HttpServer server;

  @BeforeEach
  void aServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
    seen.add(new Seen(request, Map.copyOf(exchange.getRequestHeaders()), body));
    boolean text = exchange.getRequestURI().getPath().equals("/text");
    exchange
        .getResponseHeaders()
        .add("Content-Type", text ? "text/plain" : "application/json; a=b");
    exchange.getResponseHeaders().add("Vary", "one");
    exchange.getResponseHeaders().add("Vary", "two");
    byte[] answer =
        "{\"data\": [{\"id\": 7, \"name\": \"Änne\"}]}".getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(text ? 404 : 200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private RequestSpecification given() {
    return Http.given().port(server.getAddress().getPort());
  }

  private Seen last() {
    return seen.getLast();
  }

  @Test
  void everyMethodIsSentWithWhatBelongsToIt() {
    given().get("/a");
    given().post("/b");
    given().contentType(ContentType.JSON).body("{'a'}").put("/c");
    given().body("ä").patch("/d");
    given().delete("/e");
    given().body("x").request("GET", "/f");
    assertThat(seen)
        .extracting(each -> each.request() + " " + each.body())
        .containsExactly(
            "GET /a ", "POST /b ", "PUT /c {'a'}", "PATCH /d ä", "DELETE /e ", "GET /f x");
    assertThat(seen.get(1).headers()).containsEntry("Content-length", List.of("0"));
    assertThat(seen.get(2).headers()).containsEntry("Content-type", List.of("application/json"));
    assertThat(seen.get(3).headers()).doesNotContainKey("Content-type");
  }

  @Test
  void anAddressIsEscapedWhereItHasToBeAndElsewhereAsWritten() {
    given().get("/a b/%2F?filter[x]=user:1&to=+1ü");
    assertThat(last().request()).isEqualTo("GET /a%20b/%2F?filter%5Bx%5D=user:1&to=%2B1%C3%BC");
    given().queryParam("a[b]", "1&2", "%20").get("/p?q=r");
    assertThat(last().request()).isEqualTo("GET /p?q=r&a%5Bb%5D=1%262&a%5Bb%5D=%2520");
    given().queryParam("limit", 5).get("/p");
    assertThat(last().request()).isEqualTo("GET /p?limit=5");
  }

  @Test
  void headersFormsAndCredentialsAreSent() {
    given().header("X", "1").header("X", "2").header("Content-Type", "text/csv").post("/");
    assertThat(last().headers().get("X")).containsExactlyInAnyOrder("1", "2");
    assertThat(last().headers()).containsEntry("Content-type", List.of("text/csv"));
    given().basic("id", "ä").formParam("a b", "c&d").formParam("e", 1).post("/");
    assertThat(last().body()).isEqualTo("a%20b=c%26d&e=1");
    assertThat(last().headers())
        .containsEntry("Content-type", List.of("application/x-www-form-urlencoded"))
        .containsEntry("Authorization", List.of("Basic aWQ6w6Q="));
    given().bearer("token").body(Map.of("a", 1)).post("/");
    assertThat(last().headers()).containsEntry("Authorization", List.of("Bearer token"));
    assertThat(last().body()).isEqualTo("{\"a\":1}");
  }

  @Test
  void aRightAnswerPasses() {
    Response answer =
        given()
            .get("/")
            .then()
            .statusCode(200)
            .contentType(ContentType.JSON)
            .header("vary", "one")
            .header("absent", nullValue())
            .body("data", hasSize(1))
            .body("data[0].id", equalTo(7))
            .body(containsString("Änne"))
            .extract();
    assertThat(answer.headers("Vary")).containsExactly("one", "two");
    assertThat(answer.<String>path("data[0].name")).isEqualTo("Änne");
  }

  @Test
  void aWrongAnswerFailsWithAllOfIt() {
    Response answer = given().get("/a?b=c");
    fails(() -> answer.then().statusCode(201), "The status has to be <201>, but was <200>");
    fails(() -> answer.then().contentType("text/plain"), "\"text/plain\"");
    fails(() -> answer.then().header("Vary", "two"), "The header Vary has to be \"two\"");
    fails(() -> answer.then().body("data[0].id", equalTo(8L)), "data[0].id has to be <8L>", "<7>");
    fails(() -> answer.then().body(equalTo("x")), "The body has to be \"x\"");
  }

  private void fails(ThrowingCallable check, String... said) {
    assertThatThrownBy(check)
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll(said)
        .hasMessageContainingAll(
            "GET http://localhost:" + server.getAddress().getPort() + "/a?b=c was answered 200",
            "Vary: two",
            "{\"data\": [{\"id\": 7, \"name\": \"Änne\"}]}");
  }

  @Test
  void aPathIntoAnAnswerThatIsNotJsonFails() {
    Response answer = given().get("/text");
    assertThatThrownBy(() -> answer.then().body("data", hasSize(1)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("\"text/plain\"", "was answered 404", "Änne");
  }
}
