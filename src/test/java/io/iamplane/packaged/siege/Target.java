package io.iamplane.packaged.siege;

import java.io.IOException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The attackers' knowledge of the server, and their tenant.
 *
 * @param token of the attackers' tenant's administrator
 * @param victimAddress the victim's address as proxies report it, and some attackers, too
 * @param share 1 for the full volume, less for a part of it
 * @param until the end, on the clock of {@link System#nanoTime}
 */
record Target(
    int port,
    int hookPort,
    String token,
    String clientId,
    String clientSecret,
    String victimAddress,
    double share,
    long until) {

  /** The address that the server takes for a proxy's. */
  static final String PROXY = "127.0.0.1";

  static final String API = "/api/iam/v1/";
  private static final int PATIENCE_MILLIS = 30_000;

  static Target of(Properties settings) {
    long seconds = Long.parseLong(settings.getProperty("seconds"));
    return new Target(
        Integer.parseInt(settings.getProperty("port")),
        Integer.parseInt(settings.getProperty("hookPort")),
        settings.getProperty("token"),
        settings.getProperty("clientId"),
        settings.getProperty("clientSecret"),
        settings.getProperty("victimAddress"),
        Double.parseDouble(settings.getProperty("share")),
        System.nanoTime() + Duration.ofSeconds(seconds).toNanos());
  }

  boolean goesOn() {
    return System.nanoTime() < until;
  }

  /** Scales a volume by {@link #share}, to at least 1. */
  int part(int full) {
    return Math.max(1, (int) (full * share));
  }

  Wire wire() {
    return new Wire(port, PROXY, PATIENCE_MILLIS);
  }

  /** Something to do over and over with a connection of one's own. */
  interface Act {
    void once(Wire wire, int round) throws IOException;
  }

  /** Does it in a number of threads, each with a pause after each time, until it is over. */
  void repeat(int threads, Duration pause, Act act) throws InterruptedException {
    try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int worker = 0; worker < threads; worker++) {
        int first = worker;
        workers.submit(() -> repeat(first, threads, pause, act));
      }
    }
  }

  private Object repeat(int first, int step, Duration pause, Act act) throws InterruptedException {
    try (Wire wire = wire()) {
      for (int round = first; goesOn(); round += step) {
        try {
          act.once(wire, round);
        } catch (IOException e) {
          // Counted where it was asked; the next try opens another connection.
        }
        Thread.sleep(pause);
      }
    }
    return this;
  }

  /** Asks with the attackers' token, from one of a great many addresses. */
  Wire.Answer ask(Wire wire, Tally tally, String what, String method, String path, String body)
      throws IOException {
    return ask(wire, tally, what, method, path, body, headers(token, anyAddress()));
  }

  /** Asks and counts the answer. */
  Wire.Answer ask(
      Wire wire,
      Tally tally,
      String what,
      String method,
      String path,
      String body,
      String[] headers)
      throws IOException {
    long from = System.nanoTime();
    try {
      Wire.Answer answer = wire.ask(method, path, body, headers);
      tally.count(what + " " + answer.status(), System.nanoTime() - from);
      return answer;
    } catch (IOException e) {
      tally.count(what + " " + e.getMessage(), System.nanoTime() - from);
      throw e;
    }
  }

  static String[] headers(String token, String address) {
    return new String[] {
      "Authorization",
      "Bearer " + token,
      "Content-Type",
      "application/json",
      "X-Forwarded-For",
      address
    };
  }

  /** An address reserved for benchmarks (RFC 2544): a botnet. */
  static String anyAddress() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return "198.18." + random.nextInt(256) + "." + random.nextInt(1, 255);
  }
}
