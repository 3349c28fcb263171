package io.iamplane.packaged.siege;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A tenant with ordinary requests: decisions at a steady rate, a few reads and writes, a token now
 * and then, and the probe of readiness. It comes through a proxy, from the same address as some
 * attackers, in part directly, and stays within every limit.
 */
public final class Victim {

  /** The address that the proxy reports; some attackers have it, too (RFC 5737). */
  public static final String ADDRESS = "203.0.113.7";

  /** An address without a trusted proxy, like that of attackers without a token. */
  private static final String DIRECT = "127.0.0.15";

  private static final String API = "/api/iam/v1/";
  private static final int CHECKING = 4;
  private static final double CHECKS_EACH = 12.5;
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int USERS = 8;

  private final int port;
  private final String token;
  private final String basic;
  private final List<Lane> lanes = new ArrayList<>();

  /**
   * A tenant with nothing in it yet.
   *
   * @param token of its administrator
   * @param basic its client's credentials, as HTTP Basic has them
   */
  public Victim(int port, String token, String basic) {
    this.port = port;
    this.token = token;
    this.basic = basic;
    for (int i = 0; i < CHECKING; i++) {
      Wire wire = wire();
      lanes.add(new Lane("decisions/check", CHECKS_EACH, number -> check(wire, number)));
    }
    Wire direct = new Wire(port, DIRECT, PATIENCE_MILLIS);
    lanes.add(new Lane("decisions/check, no proxy", 5, number -> check(direct, number)));
    Wire evaluating = wire();
    Wire writing = wire();
    lanes.add(new Lane("AuthZEN evaluation", 5, number -> evaluation(evaluating, number)));
    lanes.add(new Lane("GET user, each on a new connection", 1, this::read));
    lanes.add(new Lane("POST user", 1, number -> write(writing, number)));
    lanes.add(new Lane("token", 0.2, _ -> token()));
    lanes.add(new Lane("ready, each on a new connection", 2, _ -> ready()));
  }

  /** Asks a bystander at the rate of each lane for decisions, on a connection of its own. */
  public void askBystander(int bystanderPort) {
    Wire wire = new Wire(bystanderPort, Target.PROXY, PATIENCE_MILLIS);
    lanes.add(
        new Lane(
            "a bystander, not attacked",
            CHECKS_EACH,
            number -> judged(wire.ask("GET", "/", ""), 200, "ok")));
  }

  /** Creates the objects of the decisions. */
  public void prepare() throws IOException {
    try (Wire wire = wire()) {
      require(ask(wire, "POST", "applications/shop/manifests", manifest("shop")));
      String id = ask(wire, "GET", "manifests?limit=1", "").body();
      require(ask(wire, "POST", "manifests/" + first(id) + "/apply", ""));
      for (int i = 0; i < USERS; i++) {
        require(ask(wire, "POST", "users", user("v" + i)));
        require(ask(wire, "POST", "grants", grant("user:v" + i, i)));
        require(ask(wire, "POST", "relations", relation("user:v" + i)));
      }
    }
  }

  /** The manifest of an application with a permission, one with a condition and one by relation. */
  public static String manifest(String application) {
    return """
    {"schema": "iam.manifest.v2", "app": {"key": "%s", "name": "Shop"},
     "permissions": [{"key": "item.read"},
       {"key": "document.open", "resource": "document", "action": "open", "relation": "can_open"}],
     "roles": [{"key": "reader", "label": "Reader", "permissions": ["item.read"]}],
     "attributes": {"context": {"quantity": "int"}},
     "types": {"folder": {"relations": {"viewer": "user", "parent": "folder"},
         "permissions": {"can_open": "viewer | parent->can_open"}},
       "document": {"relations": {"parent": "folder", "owner": "user"},
         "permissions": {"can_open": "owner | parent->can_open"}}}}
    """
        .formatted(application);
  }

  /** The id of the first in a list's answer. */
  public static String first(String list) {
    return list.replaceFirst("(?s).*?\"id\":\"([^\"]+)\".*", "$1");
  }

  /** Asks and measures for so long: by lane, in the order of the report. */
  public Map<String, Lane.Figures> ask(Duration time) throws InterruptedException {
    return Lane.run(lanes, time.toNanos()).stream()
        .collect(
            Collectors.groupingBy(
                Lane::name,
                LinkedHashMap::new,
                Collectors.collectingAndThen(Collectors.toList(), Lane.Figures::of)));
  }

  private static String user(String name) {
    return "{\"name\": \"Victim\", \"external_id\": \"" + name + "\"}";
  }

  private static String grant(String subject, int number) {
    return "{\"subject\":\"%s\",\"privilege_type\":\"role\",\"privilege_key\":\"shop:reader\"%s}"
        .formatted(subject, number % 2 == 0 ? "" : ",\"condition\":\"context.quantity <= 10\"");
  }

  private static String relation(String subject) {
    return "{\"subject\":\"%s\",\"relation\":\"owner\",\"object\":\"document:plan\"}"
        .formatted(subject);
  }

  private static void require(Wire.Answer answer) {
    if (answer.status() / 100 != 2) {
      throw new IllegalStateException(answer.status() + " " + answer.body());
    }
  }

  private Wire wire() {
    return new Wire(port, Target.PROXY, PATIENCE_MILLIS);
  }

  private Wire.Answer ask(Wire wire, String method, String path, String body) throws IOException {
    return wire.ask(method, API + path, body, Target.headers(token, ADDRESS));
  }

  /** Always allowed, so that a denial is a refusal, too. */
  private String check(Wire wire, int number) throws IOException {
    String what =
        number % 2 == 0
            ? "\"permission\":\"shop:item.read\",\"context\":{\"quantity\":5}"
            : "\"permission\":\"shop:document.open\",\"resource\":\"document:plan\"";
    String body = "{\"subject\":\"user:v" + number % USERS + "\"," + what + "}";
    String reason = number % 2 == 0 ? "granted_by_grant" : "granted_by_relation";
    return judged(
        ask(wire, "POST", "decisions/check", body),
        200,
        "\"allowed\":true",
        "\"reason_code\":\"" + reason + "\"");
  }

  private String evaluation(Wire wire, int number) throws IOException {
    String body =
        """
        {"subject":{"type":"user","id":"v%d"},"action":{"name":"open"},
         "resource":{"type":"document","id":"plan"},"context":{"application":"shop"}}
        """
            .formatted(number % USERS);
    return judged(
        wire.ask("POST", "/access/v1/evaluation", body, Target.headers(token, ADDRESS)),
        200,
        "\"decision\":true");
  }

  private String read(int number) throws IOException {
    try (Wire wire = wire()) {
      return judged(ask(wire, "GET", "users/v" + number % USERS, ""), 200, "\"external_id\":\"v");
    }
  }

  private String write(Wire wire, int number) throws IOException {
    // From another of its addresses: a client and address may ask 120 times a minute.
    String[] headers = Target.headers(token, "203.0.113.8");
    String body = user("n" + System.nanoTime() + "-" + number);
    return judged(wire.ask("POST", API + "users", body, headers), 201, "\"id\":");
  }

  private String token() throws IOException {
    try (Wire wire = wire()) {
      return judged(
          wire.ask(
              "POST",
              "/oauth/token",
              "grant_type=client_credentials",
              "Authorization",
              basic,
              "Content-Type",
              "application/x-www-form-urlencoded",
              "X-Forwarded-For",
              ADDRESS),
          200,
          "\"access_token\"");
    }
  }

  private String ready() throws IOException {
    try (Wire wire = wire()) {
      return judged(wire.ask("GET", API + "ready", ""), 200);
    }
  }

  private static String judged(Wire.Answer answer, int status, String... holds) {
    if (answer.status() == status && Stream.of(holds).allMatch(answer.body()::contains)) {
      return "";
    }
    String body = answer.body().replaceAll("\"correlation_id\":\"[^\"]*\"", "");
    return answer.status() + " " + body.substring(0, Math.min(400, body.length()));
  }
}
