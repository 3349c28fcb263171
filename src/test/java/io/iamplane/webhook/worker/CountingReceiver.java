package io.iamplane.webhook.worker;

import io.iamplane.webhook.receiver.LocalReceiver;
import io.iamplane.webhook.receiver.Reaction;
import io.iamplane.webhook.receiver.Received;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A receiver that remembers the events that it accepted. */
final class CountingReceiver implements AutoCloseable {

  private final Map<String, AtomicInteger> accepted = new ConcurrentHashMap<>();
  private final List<Received> arrived = Collections.synchronizedList(new ArrayList<>());
  private final LocalReceiver receiver;

  CountingReceiver(Function<Received, Reaction> reaction) {
    this(reaction, true);
  }

  private CountingReceiver(Function<Received, Reaction> reaction, boolean keeping) {
    try {
      receiver =
          new LocalReceiver(
              0,
              request -> {
                if (keeping) {
                  arrived.add(request);
                }
                return react(request, reaction);
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Keeps no requests, of which there will be too many. */
  static CountingReceiver forMany(Function<Received, Reaction> reaction) {
    return new CountingReceiver(reaction, false);
  }

  static CountingReceiver accepting() {
    return new CountingReceiver(_ -> Reaction.Answer.of(204));
  }

  String url() {
    return receiver.url();
  }

  /** The number of 2xx answers for each event, by its id. */
  Map<String, AtomicInteger> accepted() {
    return accepted;
  }

  /** All arrivals, in order, with any answer. */
  List<Received> arrived() {
    synchronized (arrived) {
      return List.copyOf(arrived);
    }
  }

  private Reaction react(Received request, Function<Received, Reaction> reaction) {
    Reaction done = reaction.apply(request);
    if (done instanceof Reaction.Answer answer && answer.status() / 100 == 2) {
      accepted.computeIfAbsent(request.id(), _ -> new AtomicInteger()).incrementAndGet();
    }
    return done;
  }

  @Override
  public void close() {
    receiver.close();
  }
}
