package io.iamplane.http.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.TokenSmith;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The rate left to callers with valid tokens while fifty connections from the same address send
 * garbage and well-formed invalid tokens as fast as they are answered.
 */
@QuarkusTest
@Tag("stress")
class TokenFloodApiTest {

  private static final Logger LOG = Logger.getLogger(TokenFloodApiTest.class);

  private static final int FLOODERS = 50;
  private static final int CALLERS = 4;

  /** The interval of each caller; together a third of the capacity of one processor. */
  private static final Duration PACE = Duration.ofMillis(10);

  private static final Duration TIME = Duration.ofSeconds(5);
  private static final int ROUNDS = 3;
  private static final long MEMORY = 48L << 20;

  @TestHTTPResource("/")
  URI here;

  @Inject TestPlatform platform;
  @Inject TokenSmith smith;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final AtomicLong refused = new AtomicLong();
  private String seen;

  @BeforeEach
  void usualCeilings() throws Exception {
    QuarkusMock.installMockForType(
        new RateLimits(Limits.of(Map.of("authentication.failure_limit", "30")), System::nanoTime),
        RateLimits.class);
    seen = new AdminTenant(platform).token();
    assertThat(decision(seen)).isEqualTo(200);
  }

  @Test
  void decisionsKeepTheirRateAndMemoryIsFlat() throws Exception {
    run(TIME, i -> "x");
    double kept = 0;
    long before = usedMemory();
    for (int round = 0; round < ROUNDS; round++) {
      long quiet = run(TIME, null);
      long flooded = run(TIME, this::wrong);
      LOG.infof(
          "%d decisions in quiet, %d under %d refusals", quiet, flooded, refused.getAndSet(0));
      kept = Math.max(kept, (double) flooded / quiet);
    }
    assertThat(kept).as("the part of the rate that is kept, at best").isGreaterThan(0.8);
    assertThat(usedMemory() - before).isLessThan(MEMORY);
  }

  /** Counts the decisions of valid callers, beside a flood if there is one. */
  private long run(Duration time, IntFunction<String> flood) throws Exception {
    long end = System.nanoTime() + time.toNanos();
    AtomicLong decided = new AtomicLong();
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CALLERS; i++) {
        running.add(threads.submit(() -> call(end, decided)));
      }
      for (int i = 0; i < (flood == null ? 0 : FLOODERS); i++) {
        int own = i * 1_000_000;
        running.add(threads.submit(() -> flood(end, flood, own)));
      }
      for (Future<?> each : running) {
        each.get();
      }
    }
    return decided.get();
  }

  private Void call(long end, AtomicLong decided) throws Exception {
    long next = System.nanoTime();
    while (next < end) {
      LockSupport.parkNanos(next - System.nanoTime());
      assertThat(decision(seen)).isEqualTo(200);
      if (System.nanoTime() < end) {
        decided.incrementAndGet();
      }
      next += PACE.toNanos();
    }
    return null;
  }

  private Void flood(long end, IntFunction<String> tokens, int from) throws Exception {
    for (int i = from; System.nanoTime() < end; i++) {
      assertThat(decision(tokens.apply(i))).isIn(401, 429);
      refused.incrementAndGet();
    }
    return null;
  }

  /** Garbage, and tokens of which all is right but the signature. */
  private String wrong(int i) {
    int end = seen.length() - 20;
    return i % 2 == 0
        ? "rubbish" + i
        : seen.substring(0, end) + "%012d".formatted(i) + seen.substring(end + 12);
  }

  private int decision(String token) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(here.resolve(AdminTenant.PATH + "decisions/check"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(20))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"subject\":\"user:x\",\"permission\":\"iam:users.read\"}"))
            .build();
    return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  private static long usedMemory() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
