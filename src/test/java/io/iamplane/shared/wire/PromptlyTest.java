package io.iamplane.shared.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.EventLoop;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Work that needs no wait is done at once; an event loop never waits. */
class PromptlyTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final EventLoop loop = new EventLoop();
  private final List<Boolean> onLoop = new ArrayList<>();

  @AfterEach
  void stop() {
    loop.close();
  }

  @Test
  void whatNeedsNoWaitIsDoneOnTheEventLoop() throws Exception {
    Uni<String> answer = loop.call(() -> Promptly.run(() -> at("answer")));

    assertThat(answer.await().atMost(PATIENCE)).isEqualTo("answer");
    assertThat(onLoop).containsExactly(true);
  }

  @Test
  void whatMustWaitBeginsAgainOnAWorkerThread() throws Exception {
    Uni<String> answer = loop.call(() -> Promptly.run(this::waits));

    assertThat(answer.await().atMost(PATIENCE)).isEqualTo("waited");
    assertThat(onLoop).containsExactly(true, false);
  }

  @Test
  void aThreadThatMayWaitDoes() {
    assertThat(Promptly.run(this::waits).await().atMost(PATIENCE)).isEqualTo("waited");
    assertThat(onLoop).containsExactly(false);
  }

  @Test
  void workWithoutAResultIsDoneWhenNothingIsReturned() throws Exception {
    assertThat(Promptly.tryRun(() -> at("done"))).isNull();
    Uni<Object> rest = loop.call(() -> Promptly.tryRun(this::waits));

    assertThat(rest).isNotNull();
    assertThat(rest.await().atMost(PATIENCE)).isNull();
    assertThat(onLoop).containsExactly(false, true, false);
  }

  @Test
  void aRefusalIsARefusalOnEitherThread() throws Exception {
    assertThatThrownBy(() -> Promptly.run(this::refuses)).isInstanceOf(IamException.class);
    Uni<String> later = loop.call(() -> Promptly.run(() -> waits() + refuses()));

    assertThatThrownBy(() -> later.await().atMost(PATIENCE)).isInstanceOf(IamException.class);
  }

  private String waits() {
    at("");
    MustWaitException.requireMayWait();
    return "waited";
  }

  private String refuses() {
    throw IamException.of(ErrorCode.FORBIDDEN, "no");
  }

  private String at(String result) {
    onLoop.add(Context.isOnEventLoopThread());
    return result;
  }
}
