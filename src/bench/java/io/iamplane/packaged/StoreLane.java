package io.iamplane.packaged;

import io.iamplane.packaged.siege.Victim;
import io.iamplane.packaged.siege.Wire;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One kept connection to a server, with the tokens of its tenant and of the platform. */
final class StoreLane implements AutoCloseable {

  private static final String API = "/api/iam/v1/";
  private static final int PATIENCE_MILLIS = 30_000;
  private static final int SHED = 429;
  private static final int PERMISSIONS = 20;
  private static final int ROLES = 5;

  private final Wire wire;
  private final int number;
  private final String token;
  private final String platform;
  private final AtomicInteger shed;

  /**
   * A lane that is opened when it is used.
   *
   * @param shed counts the answers that refused because of load
   */
  StoreLane(int port, int number, String token, String platform, AtomicInteger shed) {
    this(new Wire(port, "127.0.0.1", PATIENCE_MILLIS), number, token, platform, shed);
  }

  private StoreLane(Wire wire, int number, String token, String platform, AtomicInteger shed) {
    this.wire = wire;
    this.number = number;
    this.token = token;
    this.platform = platform;
    this.shed = shed;
  }

  /** An answer with a status of success. */
  record Done(String body) {
    /** The first id in it. */
    String id() {
      return Victim.first(body);
    }
  }

  int number() {
    return number;
  }

  Done get(String path) throws IOException {
    return ask("GET", path, "");
  }

  Done post(String path, String body) throws IOException {
    return ask("POST", path, body);
  }

  Done patch(String path, String body, String value) throws IOException {
    return ask("PATCH", path, body.formatted(value));
  }

  Done delete(String path) throws IOException {
    return ask("DELETE", path, "");
  }

  /** The same connection, used by the platform's administrator. */
  StoreLane platform() {
    return new StoreLane(wire, number, platform, platform, shed);
  }

  /**
   * Asks until the answer is not that there is too much load: half of an operation would leave
   * something that its next one finds.
   */
  private Done ask(String method, String path, String body) throws IOException {
    Wire.Answer answer = once(method, path, body);
    while (answer.status() == SHED) {
      shed.incrementAndGet();
      answer = once(method, path, body);
    }
    if (answer.status() / 100 != 2) {
      throw new AssertionError(method + " " + path + ": " + answer.status() + " " + answer.body());
    }
    return new Done(answer.body());
  }

  private Wire.Answer once(String method, String path, String body) throws IOException {
    return wire.askWithToken(method, API + path, token, body);
  }

  /** The manifest of a new application. */
  static String manifest(String application) {
    return """
    {"schema": "iam.manifest.v2", "app": {"key": "%s", "name": "Bench"},
     "permissions": [%s], "roles": [%s]}
    """
        .formatted(
            application,
            all(PERMISSIONS, "{\"key\": \"thing.do%1$d\"}"),
            all(
                ROLES,
                "{\"key\": \"r%1$d\", \"label\": \"R\", \"permissions\": [\"thing.do%1$d\"]}"));
  }

  private static String all(int count, String each) {
    return IntStream.range(0, count).mapToObj(each::formatted).collect(Collectors.joining(","));
  }

  @Override
  public void close() {
    wire.close();
  }
}
