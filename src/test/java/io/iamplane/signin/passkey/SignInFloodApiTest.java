package io.iamplane.signin.passkey;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.http.limit.Limits;
import io.iamplane.signin.Browser;
import io.iamplane.testing.Rows;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The cost of sign-ins that are begun and not finished, of a stolen link and of many rows: no row,
 * no memory, and other people sign in meanwhile, in a time that is printed. All limits are the
 * default ones.
 *
 * <p>{@code -Dstress.tries=1000000} tries the link that often.
 */
@QuarkusTest
class SignInFloodApiTest extends PasskeyFixture {

  private static final Logger LOG = Logger.getLogger(SignInFloodApiTest.class);
  private static final int SENDERS = 64;

  /** Each waits for half a second with most of its tries. */
  private static final int PATIENT_SENDERS = 512;

  private static final int TOO_MANY = 429;

  private static final String SESSION = "__Host-iam-session";

  private static final int TRIES = Integer.getInteger("stress.tries", 100_000);

  private static final long MEMORY = 32L << 20;
  private static final int WARM_UPS = 5;

  @TestHTTPResource("/")
  URI here;

  private static int people;

  @BeforeEach
  void defaultLimits() {
    Limits.install();
  }

  @Test
  void signInsThatNobodyFinishesCostNothing() throws Exception {
    unfinished(SENDERS, 300, 5);
  }

  @Test
  @Tag("stress")
  void tenThousandSignInsThatNobodyFinishesCostNothing() throws Exception {
    unfinished(PATIENT_SENDERS, 10_000, 200);
  }

  private void unfinished(int senders, int signIns, int others) throws Exception {
    String query = query(request());
    beside(
        senders,
        signIns,
        others,
        i -> i % 2 == 0 ? "oauth/authorize?" + query : "sign-in?" + query,
        seen -> assertThat(seen.keySet()).isSubsetOf(200, 303, TOO_MANY));
  }

  /** Of 60 requests a minute ten may come at once. */
  @Test
  void peopleWhoAreSignedInGoOnWhereOthersBeginTooOften() {
    Browser own = browser;
    returned(signIn(request(), "Rita Moss, reviewer"));
    Limits.installStill(Map.of("oauth.rate_limit", "3"));
    for (int i = 0; i < 10; i++) {
      String path = i % 2 == 0 ? "/oauth/authorize?" : "/sign-in?";
      assertThat(new Browser().get(path + query(request())).statusCode()).isLessThan(400);
    }
    for (String path : List.of("/oauth/authorize?", "/sign-in?")) {
      Response refused = new Browser().get(path + query(request()));
      isPage(refused, TOO_MANY);
      assertThat(refused.asString())
          .contains("At most 60 sign-in requests a minute are allowed from one address.");
      assertThat(refused.header("Retry-After")).isEqualTo("1");
      assertThat(refused.header("RateLimit-Policy")).contains("sign_in");
    }
    assertThat(returned(own.get("/oauth/authorize?" + query(request())))).containsKey("code");
  }

  /** Else one person could ask without a limit. */
  @Test
  void aSessionThatIsNotEnoughCountsAsNone() {
    returned(signIn(request(), "Rita Moss, reviewer"));
    Limits.installStill(Map.of("oauth.rate_limit", "3"));
    String again = "/oauth/authorize?" + query(request("prompt", "login"));
    for (int i = 0; i < 10; i++) {
      assertThat(browser.get(again).statusCode()).isEqualTo(303);
    }
    isPage(browser.get(again), TOO_MANY);
  }

  /** Else a cookie would be a way around the limit. */
  @Test
  void guessedAndReplacedSessionsCountAsNone() {
    returned(signIn(request(), "Rita Moss, reviewer"));
    String replaced = browser.cookie(SESSION);
    returned(signIn(request("prompt", "login"), "Rita Moss, reviewer"));
    for (String cookie : List.of("A".repeat(43), replaced)) {
      Limits.installStill(Map.of("oauth.rate_limit", "3"));
      for (int i = 0; i < 10; i++) {
        assertThat(begun(cookie).statusCode()).isEqualTo(303);
      }
      isPage(begun(cookie), TOO_MANY);
    }
  }

  private static Response begun(String session) {
    Browser browser = new Browser();
    browser.plant(SESSION, session);
    return browser.get("/oauth/authorize?" + query(request()));
  }

  @Test
  void aStolenLinkThatIsUsedOpensNothing() throws Exception {
    stolen(SENDERS, 200, 5);
  }

  @Test
  @Tag("stress")
  void aStolenLinkIsTriedVeryOften() throws Exception {
    stolen(PATIENT_SENDERS, TRIES, 200);
  }

  private void stolen(int senders, int tries, int others) throws Exception {
    String user = person("Sten Stolen " + tries);
    String link = link(user).substring(1);
    String page = shown("/" + link);
    enrol(form(page, MAKE, new Device().create(options(page), ISSUER))).then().statusCode(200);
    beside(
        senders,
        tries,
        others,
        i -> i % 2 == 0 ? link : link.substring(0, link.length() - 8) + "%08d".formatted(i),
        seen -> assertThat(seen.keySet()).isSubsetOf(404, TOO_MANY));
  }

  @Test
  @Tag("stress")
  void aHundredThousandCodesSessionsAndRefreshFamiliesSlowNobody() throws Exception {
    double idle = p99(millis(200));
    String user = person("Rob Rows");
    Rows.update(
        """
        INSERT INTO iam_sessions SELECT gen_random_uuid(), u.organization_id, u.id,
          sha256(convert_to('session' || n, 'UTF8')), 'aal2', 'hwk', 1, now(), now(),
          now() + interval '30 minutes', now() + interval '12 hours'
        FROM generate_series(1, 100000) n, iam_users u WHERE u.id = '%s'
        """
            .formatted(user));
    Rows.update(
        """
        INSERT INTO iam_authorization_codes (code_hash, organization_id, session_id, user_id, client_id, redirect_uri,
          challenge, scope, expires_at, keep_until)
        SELECT sha256(s.secret_hash), s.organization_id, s.id, s.user_id, 'panel', '%s', '%s', 'openid',
          now() + interval '1 minute', now() + interval '1 hour'
        FROM iam_sessions s WHERE s.user_id = '%s'
        """
            .formatted(CALLBACK, CHALLENGE, user));
    Rows.update(
        """
        INSERT INTO iam_refresh_families (handle_hash, id, organization_id, session_id, user_id, client_id, scope,
          code_hash, secret_hash)
        SELECT sha256(c.code_hash), gen_random_uuid(), c.organization_id, c.session_id, c.user_id, 'panel', 'openid',
          c.code_hash, sha256(c.code_hash)
        FROM iam_authorization_codes c WHERE c.user_id = '%s'
        """
            .formatted(user));
    Limits.install(); // both rounds are of one address, which a fast machine brings to its limit
    LOG.infof(
        "100,000 rows of each kind beside 200 sign-ins: p99 idle %.1f ms, with them %.1f ms",
        idle, p99(millis(200)));
    administrator().post(API + "users/" + user + "/suspend").then().statusCode(200);
    assertThat(count("iam_sessions WHERE user_id = '" + user + "'")).isZero();
    assertThat(count("iam_refresh_families WHERE user_id = '" + user + "'")).isZero();
  }

  /** Sends requests from one address while people elsewhere sign in. */
  private void beside(int senders, int requests, int others, IntFunction<String> paths, Seen check)
      throws Exception {
    // In a JVM that has just started, the idle times would be long and the ratio small.
    for (int i = 0; i < WARM_UPS; i++) {
      Limits.install();
      millis(others);
    }
    Limits.install();
    double idle = p99(millis(others));
    Limits.install();
    long rows = rows();
    long memory = usedMemory();
    Map<Integer, Integer> seen = new TreeMap<>();
    AtomicInteger next = new AtomicInteger();
    double[] times;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HttpClient client =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .localAddress(InetAddress.ofLiteral("127.0.0.9"))
                .build()) {
      List<Future<?>> sending = new ArrayList<>();
      for (int i = 0; i < senders; i++) {
        sending.add(
            threads.submit(() -> {
              for (int n = next.getAndIncrement(); n < requests; n = next.getAndIncrement()) {
                int status = status(client, paths.apply(n));
                synchronized (seen) {
                  seen.merge(status, 1, Integer::sum);
                }
              }
              return null;
            }));
      }
      times = millis(others);
      for (Future<?> sender : sending) {
        sender.get();
      }
    }
    check.accept(seen);
    long more = rows() - rows;
    assertThat(more).as("rows of the people who signed in").isEqualTo((long) others * ROWS);
    assertThat(usedMemory() - memory).isLessThan(MEMORY);
    LOG.infof(
        "%d requests %s beside %d sign-ins: p99 idle %.1f ms, under it %.1f ms",
        requests, seen, others, idle, p99(times));
  }

  /** Checks the statuses with their numbers. */
  private interface Seen {
    void accept(Map<Integer, Integer> statuses);
  }

  /** A session and a code. */
  private static final int ROWS = 2;

  private int status(HttpClient client, String path) throws Exception {
    return client
        .send(
            HttpRequest.newBuilder(here.resolve("/" + path))
                .header("Accept", "text/html")
                .timeout(Duration.ofSeconds(20))
                .build(),
            BodyHandlers.discarding())
        .statusCode();
  }

  /** People sign in, one after the other; the milliseconds of each. */
  private double[] millis(int signIns) {
    String name = "Olga Other " + people;
    double[] times = new double[signIns];
    for (int i = 0; i < signIns; i++) {
      if (i % 20 == 0) { // a person has twenty sessions
        name = "Olga Other " + people++;
        person(name);
      }
      Browser own = new Browser();
      long start = System.nanoTime();
      String page = own.get("/sign-in?" + query(request())).asString();
      returned(own.post("/sign-in/development", Browser.form(page, name)));
      times[i] = (System.nanoTime() - start) / 1e6;
    }
    return times;
  }

  private static double p99(double[] times) {
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.ceil(sorted.length * 0.99) - 1];
  }

  private static long rows() throws SQLException {
    return count("iam_sessions")
        + count("iam_authorization_codes")
        + count("iam_pushed_requests")
        + count("iam_refresh_families");
  }

  private static long count(String from) throws SQLException {
    return Long.parseLong(Rows.texts("SELECT count(*)::text FROM " + from).getFirst());
  }

  private static long usedMemory() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
