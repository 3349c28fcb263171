package io.iamplane.signin;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.testing.DpopKey;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Attempts of a thief of a bound token, without its key; each is refused (RFC 9449, 11). */
@QuarkusTest
class DpopAbuseApiTest extends SignInApiFixture {

  private static final String TOKENS = "/oauth/token";
  private static final String PATH = "/oauth/userinfo";
  private static final DpopKey KEY = new DpopKey();

  private static String bound;
  private static String plain;

  @BeforeEach
  void tokens() {
    if (bound == null) {
      bound = issued(KEY.proof("POST", TOKENS)).path("access_token");
      plain = issued().path("access_token");
    }
    sent("DPoP " + bound, KEY.proof("GET", PATH, bound)).then().statusCode(200);
  }

  private static Response issued(String... proofs) {
    RequestSpecification request =
        given()
            .auth()
            .preemptive()
            .basic("demo-admin", "demo-secret")
            .formParam("grant_type", "client_credentials");
    List.of(proofs).forEach(proof -> request.header("DPoP", proof));
    return request.post(TOKENS);
  }

  /** A request to userinfo; null leaves the header out. */
  private static Response sent(String authorization, String... proofs) {
    RequestSpecification request = given().header("Authorization", authorization);
    List.of(proofs).forEach(proof -> request.header("DPoP", proof));
    return request.get(PATH);
  }

  private static ObjectNode claims() {
    return DpopKey.claims("GET", PATH, Instant.now(), bound);
  }

  private static Response with(ObjectNode header, ObjectNode claims) {
    return sent("DPoP " + bound, KEY.sign(header, claims));
  }

  private static Arguments abuse(String what, String error, Function<String, Response> attempt) {
    return Arguments.of(what, error, attempt);
  }

  static Stream<Arguments> abuses() {
    String proof = "invalid_dpop_proof";
    long now = Instant.now().getEpochSecond();
    return Stream.of(
        abuse("as a plain bearer token", "invalid_token", _ -> sent("Bearer " + bound)),
        abuse(
            "as a plain bearer token with a proof",
            "invalid_token",
            _ -> sent("Bearer " + bound, KEY.proof("GET", PATH, bound))),
        abuse(
            "an unbound token in the scheme",
            "invalid_token",
            _ -> sent("DPoP " + plain, KEY.proof("GET", PATH, plain))),
        abuse("no proof", proof, _ -> sent("DPoP " + bound)),
        abuse("an empty proof", proof, _ -> sent("DPoP " + bound, "")),
        abuse(
            "two proofs",
            proof,
            _ ->
                sent(
                    "DPoP " + bound, KEY.proof("GET", PATH, bound), KEY.proof("GET", PATH, bound))),
        abuse(
            "a replayed proof",
            proof,
            _ -> {
              String once = KEY.proof("GET", PATH, bound);
              sent("DPoP " + bound, once).then().statusCode(200);
              return sent("DPoP " + bound, once);
            }),
        abuse("another method", proof, _ -> with(KEY.header(), claims().put("htm", "POST"))),
        abuse(
            "another path",
            proof,
            _ -> with(KEY.header(), claims().put("htu", DpopKey.ISSUER + "/oauth/token"))),
        abuse(
            "another host, as the request names it",
            proof,
            _ ->
                given()
                    .header("Authorization", "DPoP " + bound)
                    .header("Host", "evil.example.com")
                    .header("X-Forwarded-Host", "evil.example.com")
                    .header(
                        "DPoP",
                        KEY.sign(
                            KEY.header(), claims().put("htu", "http://evil.example.com" + PATH)))
                    .get(PATH)),
        abuse(
            "a query in htu",
            proof,
            _ -> with(KEY.header(), claims().put("htu", DpopKey.ISSUER + PATH + "?a=b"))),
        abuse(
            "the hash of another token",
            proof,
            _ -> sent("DPoP " + bound, KEY.proof("GET", PATH, plain))),
        abuse(
            "a proof of the token endpoint",
            proof,
            _ -> sent("DPoP " + bound, KEY.proof("GET", PATH))),
        abuse("an old proof", proof, _ -> with(KEY.header(), claims().put("iat", now - 300))),
        abuse("a proof of later", proof, _ -> with(KEY.header(), claims().put("iat", now + 300))),
        abuse(
            "another key",
            proof,
            _ -> sent("DPoP " + bound, new DpopKey().proof("GET", PATH, bound))),
        abuse(
            "the client's key, signed by another",
            proof,
            _ -> sent("DPoP " + bound, new DpopKey().sign(KEY.header(), claims()))),
        abuse(
            "a private key in the proof",
            proof,
            _ -> {
              ObjectNode header = KEY.header();
              ((ObjectNode) header.path("jwk")).put("d", "AAAA");
              return with(header, claims());
            }),
        abuse("no algorithm", proof, _ -> with(KEY.header().put("alg", "none"), claims())),
        abuse(
            "a symmetric algorithm", proof, _ -> with(KEY.header().put("alg", "HS256"), claims())),
        abuse("another type", proof, _ -> with(KEY.header().put("typ", "JWT"), claims())),
        abuse("a long proof", proof, _ -> with(KEY.header().put("x", "x".repeat(4_000)), claims())),
        abuse("no proof but a text", proof, _ -> sent("DPoP " + bound, "proof")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("abuses")
  void isRefused(String what, String error, Function<String, Response> attempt) {
    Response answer = attempt.apply(bound);
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(401);
    assertThat(answer.header("WWW-Authenticate"))
        .startsWith("DPoP realm=\"iam\", algs=\"ES256 ")
        .endsWith("error=\"" + error + '"');
    assertThat(answer.asString()).doesNotContain("\"sub\"", bound);
  }

  /** The token endpoint refuses the same proofs before it looks at the grant. */
  @Test
  void theTokenEndpointRefusesABadProof() {
    String good = KEY.proof("POST", TOKENS);
    issued(good).then().statusCode(200);
    for (String[] bad :
        List.of(
            new String[] {good},
            new String[] {KEY.proof("GET", TOKENS)},
            new String[] {KEY.proof("POST", PATH)},
            new String[] {"proof"},
            new String[] {KEY.proof("POST", TOKENS), KEY.proof("POST", TOKENS)})) {
      DpopApiTest.isRefused(issued(bad), "invalid_dpop_proof");
    }
  }

  /** Of many who send one proof at once, one gets in. */
  @Test
  void aProofRacesOnce() throws Exception {
    String once = KEY.proof("GET", PATH, bound);
    Callable<Integer> send = () -> sent("DPoP " + bound, once).statusCode();
    List<Integer> statuses = new ArrayList<>();
    try (ExecutorService clients = Executors.newFixedThreadPool(8)) {
      for (Future<Integer> each : clients.invokeAll(Collections.nCopies(8, send))) {
        statuses.add(each.get());
      }
    }
    assertThat(statuses).containsOnlyOnce(200);
  }
}
