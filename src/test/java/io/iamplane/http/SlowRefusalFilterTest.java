package io.iamplane.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** With a timer that the test lets run out. */
class SlowRefusalFilterTest {

  private final List<Runnable> timers = new ArrayList<>();
  private final SlowRefusalFilter filter =
      new SlowRefusalFilter(new SlowRefusals((_, work) -> timers.add(work)));

  /** An object of one interface, with the answers of the methods that are asked. */
  private static <T> T answering(Class<T> type, Map<String, Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, _) -> answers.get(method.getName())));
  }

  /** Sends an answer through the filter; true once it has gone on. */
  private AtomicBoolean sent(int status, String path, long bytes) {
    HttpServerRequest request =
        answering(HttpServerRequest.class, Map.of("path", path, "bytesRead", bytes));
    AtomicBoolean sent = new AtomicBoolean();
    filter
        .slow(
            answering(ContainerResponseContext.class, Map.of("getStatus", status)),
            answering(RoutingContext.class, Map.of("request", request)))
        .subscribe()
        .with(_ -> sent.set(true));
    return sent;
  }

  @Test
  void aRefusalWaitsAndThenGoesOn() {
    AtomicBoolean sent = sent(429, "/oauth/token", 2_048);
    assertThat(sent).isFalse();
    timers.getFirst().run();
    assertThat(sent).isTrue();
  }

  /** A body that waits is kept. */
  @Test
  void aRefusalOfALargeBodyDoesNotWait() {
    assertThat(sent(429, "/oauth/token", 2_049)).isTrue();
    assertThat(timers).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"200,/oauth/token", "400,/oauth/token", "503,/sign-in", "429,/api/iam/v1/users"})
  void noOtherAnswerWaits(int status, String path) {
    assertThat(sent(status, path, 0)).isTrue();
    assertThat(timers).isEmpty();
  }
}
