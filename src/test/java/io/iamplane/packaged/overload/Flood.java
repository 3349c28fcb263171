package io.iamplane.packaged.overload;

import io.iamplane.packaged.answers.ExpectedAnswer;
import io.iamplane.packaged.siege.Wire;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends batches of decisions at the times of a schedule, answered or not, for several clients of a
 * tenant, and compares each answer with that of a server without a log. Runs in a process of its
 * own, which may have a lower priority than the server.
 */
public final class Flood {

  /** Members of an answer that differ from one answer to the next. */
  public static final Set<String> VARYING = Set.of("decision_id");

  private static final String PATH = "/api/iam/v1/decisions/batch";
  private static final int PATIENCE_MILLIS = 30_000;

  private final int port;
  private final List<String> tokens;
  private final List<Question> questions = new ArrayList<>();
  private final int connections;
  private final double perSecond;
  private final Duration time;
  private final FloodCounts counts = new FloodCounts();

  /** A batch, and the answer to it of a server without a log. */
  private record Question(String body, FloodedAnswer answer) {}

  private Flood(Properties settings) {
    this.port = Integer.parseInt(settings.getProperty("port"));
    this.tokens = List.of(settings.getProperty("tokens").split(","));
    this.connections = Integer.parseInt(settings.getProperty("connections"));
    this.perSecond = Double.parseDouble(settings.getProperty("batches")) / tokens.size();
    this.time = Duration.ofSeconds(Long.parseLong(settings.getProperty("seconds")));
    for (int i = 0; settings.containsKey("question." + i); i++) {
      String body = settings.getProperty("answer." + i);
      questions.add(
          new Question(
              settings.getProperty("question." + i),
              new FloodedAnswer(body, ExpectedAnswer.like(200, body, VARYING))));
    }
  }

  /** Sends according to one file of properties, and writes the results to another. */
  public static void main(String[] arguments) throws Exception {
    Properties settings = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(arguments[0]))) {
      settings.load(reader);
    }
    Properties result = new Flood(settings).run();
    try (Writer writer = Files.newBufferedWriter(Path.of(arguments[1]))) {
      result.store(writer, null);
    }
  }

  private Properties run() throws Exception {
    long began = System.currentTimeMillis();
    long start = System.nanoTime();
    List<Future<?>> senders = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int client = 0; client < tokens.size(); client++) {
        AtomicLong next = new AtomicLong();
        String token = tokens.get(client);
        // Each client has an address of its own, since limits are per client and address.
        String address = "127.0.0." + (20 + client);
        for (int i = 0; i < connections; i++) {
          senders.add(threads.submit(() -> send(token, address, next, start)));
        }
      }
    }
    for (Future<?> each : senders) {
      each.get();
    }
    Properties result = counts.result(Duration.ofNanos(System.nanoTime() - start));
    result.setProperty("began", Long.toString(began));
    return result;
  }

  /** Sends the next due batch of a client, until the time is over. */
  private Void send(String token, String address, AtomicLong next, long start)
      throws InterruptedException {
    try (Wire wire = new Wire(port, address, PATIENCE_MILLIS)) {
      long number = next.getAndIncrement();
      for (long due = due(number); due < time.toNanos(); due = due(number)) {
        long early = start + due - System.nanoTime();
        if (early > 0) {
          Thread.sleep(Duration.ofNanos(early));
        }
        send(wire, token, questions.get((int) (number % questions.size())), start);
        number = next.getAndIncrement();
      }
      return null;
    }
  }

  private long due(long number) {
    return (long) (number * 1e9 / perSecond);
  }

  private void send(Wire wire, String token, Question question, long start) {
    counts.sent();
    try {
      Wire.Answer answer = wire.askWithToken("POST", PATH, token, question.body());
      counts.answered(question.answer(), answer, System.nanoTime() - start);
    } catch (IOException e) {
      counts.differs(e.toString());
    }
  }
}
