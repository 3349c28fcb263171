package io.iamplane.shared.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Parents of spans, across threads, requests and mistakes; as the log's driver reports them. */
class CurrentSpanTest {

  private static final Tracer.Headers<String> NO_HEADERS = (_, _) -> null;
  private static final int REQUESTS = 200;

  private final Vertx vertx = Vertx.vertx();
  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong ids = new AtomicLong();
  private final Tracer tracer =
      new LogTracer(System::nanoTime, ids::incrementAndGet, () -> null, lines::add);

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Test
  void aSpanThatHasEndedIsAboveNoOther() {
    tracer.start(SpanName.AUTHORIZE).end();
    tracer.start(SpanName.DECIDE).end();

    assertThat(parents()).containsExactly("", "");
  }

  @Test
  void aSpanThatIsLeftGoesOnAndIsAboveNoOther() throws Exception {
    Span left = tracer.start(SpanName.DECISION_LOG);
    left.leave();
    tracer.start(SpanName.DECIDE).end();
    CompletableFuture.runAsync(left::end).get(30, TimeUnit.SECONDS);

    assertThat(names()).containsExactly("iam.decide", "iam.decision.log");
    assertThat(parents()).containsExactly("", "");
  }

  @Test
  void whatIsDiscardedIsNotTold() {
    try (Span outer = tracer.start(SpanName.CHANGE_RECORD)) {
      try (Span first = tracer.start(SpanName.AUTHORIZE)) {
        first.discard();
      }
      tracer.start(SpanName.AUDIT_APPEND).end();
      outer.event("again");
    }

    assertThat(names()).containsExactly("iam.audit.append", "iam.change.record");
    assertThat(parents().getFirst()).isEqualTo(spanIds().getLast());
  }

  @Test
  void endsInTheWrongOrderLeaveNothingBehind() {
    Span outer = tracer.start(SpanName.CHANGE_RECORD);
    Span inner = tracer.start(SpanName.AUDIT_APPEND);
    outer.end();
    inner.end();
    tracer.start(SpanName.DECIDE).end();

    assertThat(parents().getLast()).isEmpty();
  }

  /** The requests share an event loop and a pool of threads, on which their work alternates. */
  @Test
  void everyRequestHasItsOwnOverAllThreads() throws Exception {
    List<CompletableFuture<Void>> requests = new ArrayList<>();
    Context loop = vertx.getOrCreateContext();
    try (ExecutorService pool = Executors.newFixedThreadPool(3);
        ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < REQUESTS; i++) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        requests.add(done);
        Context request = VertxContext.createNewDuplicatedContext(loop);
        request.runOnContext(_ -> {
          Span span = tracer.start(SpanName.REQUEST, "", NO_HEADERS);
          tracer.start(SpanName.AUTHENTICATE).end();
          // As the framework does: the context goes with the work.
          pool.execute(() ->
              with(
                  request,
                  () -> {
                    tracer.start(SpanName.AUTHORIZE).end();
                    virtual.execute(() ->
                        with(
                            request,
                            () -> {
                              try (Span change = tracer.start(SpanName.CHANGE_RECORD)) {
                                tracer.start(SpanName.AUDIT_APPEND).end();
                                change.event("done");
                              }
                              request.runOnContext(_ -> {
                                span.end();
                                done.complete(null);
                              });
                            }));
                  }));
        });
      }
      for (CompletableFuture<Void> each : requests) {
        each.get(60, TimeUnit.SECONDS);
      }
    }

    Map<String, String> nameOf = new HashMap<>();
    Map<String, String> traceOf = new HashMap<>();
    lines.forEach(line -> {
      nameOf.put(value(line, "span_id"), value(line, "span"));
      traceOf.put(value(line, "span_id"), value(line, "trace_id"));
    });
    assertThat(lines).hasSize(5 * REQUESTS);
    assertThat(traceOf.values().stream().distinct()).hasSize(REQUESTS);
    assertThat(lines)
        .allSatisfy(line -> {
          String parent = value(line, "parent_id");
          String expected =
              switch (value(line, "span")) {
                case "iam.request" -> null;
                case "iam.audit.append" -> "iam.change.record";
                default -> "iam.request";
              };
          assertThat(nameOf.get(parent)).as(line).isEqualTo(expected);
          if (!parent.isEmpty()) {
            assertThat(traceOf.get(parent)).as(line).isEqualTo(value(line, "trace_id"));
          }
        });
  }

  /** Work that outlives its request has no parent span in that request. */
  @Test
  void whatOutlivesItsRequestBeginsATraceOfItsOwn() throws Exception {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Context request = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
    request.runOnContext(_ -> {
      tracer.start(SpanName.REQUEST, "", NO_HEADERS).end();
      tracer.start(SpanName.QUEUE_CLAIM).end();
      done.complete(null);
    });
    done.get(30, TimeUnit.SECONDS);

    assertThat(names()).containsExactly("iam.request", "iam.queue.claim");
    assertThat(parents()).containsExactly("", "");
  }

  private static void with(Context context, Runnable work) {
    ((io.vertx.core.impl.ContextInternal) context).dispatch(work);
  }

  private List<String> names() {
    return lines.stream().map(line -> value(line, "span")).toList();
  }

  private List<String> parents() {
    return lines.stream().map(line -> value(line, "parent_id")).toList();
  }

  private List<String> spanIds() {
    return lines.stream().map(line -> value(line, "span_id")).toList();
  }

  private static String value(String line, String key) {
    for (String pair : line.split(" ")) {
      if (pair.startsWith(key + "=")) {
        return pair.substring(key.length() + 1);
      }
    }
    return "";
  }
}
