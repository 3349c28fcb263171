package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.PackagedApp.Launch;
import io.iamplane.packaged.siege.Victim;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A tenant with clients that send batches, and the answers of a server without a log.
 *
 * @param senders the clients that send
 * @param administrator another client of the tenant, which only reads
 * @param questions bodies of batches, which allow some and deny others
 * @param answers the bodies of their answers
 */
record FloodedTenant(
    List<PackagedTenant> senders,
    PackagedTenant administrator,
    List<String> questions,
    List<String> answers) {

  static final int BATCH = 100;

  private static final String KEY = "load";
  private static final String READY = "/api/iam/v1/ready";
  private static final int CLIENTS = 8;
  private static final int QUESTIONS = 6;

  /**
   * Connections of each client: more than may wait for room, so that the rest is refused at once.
   */
  private static final int CONNECTIONS = 12;

  /** Allowed by a role, by its condition and by a relation, and denied for lack of each. */
  private static final List<String> CHECKS =
      List.of(
          check("v0", "item.read", ""),
          check("v1", "item.read", ",\"context\":{\"quantity\":5}"),
          check("v2", "document.open", ",\"resource\":\"document:plan\""),
          check("v3", "item.read", ",\"context\":{\"quantity\":50}"),
          check("v4", "document.open", ",\"resource\":\"document:other\""),
          check("stranger", "item.read", ""));

  private static String check(String user, String permission, String more) {
    return "{\"subject\":\"user:%s\",\"permission\":\"shop:%s\"%s}"
        .formatted(user, permission, more);
  }

  /** The settings of a server, which another tenant reaches through a proxy. */
  static Map<String, String> environment(String url) {
    Map<String, String> environment = FreshDatabase.plainHttp(url);
    environment.put("IAM_HTTP_PROXIES_TRUSTED", "127.0.0.1");
    return environment;
  }

  /** Makes a tenant, with the objects of the questions in it and in the other one. */
  static FloodedTenant prepare(SiegeTenants tenants, String url, Map<String, String> environment)
      throws Exception {
    Map<String, String> logless = new HashMap<>(environment);
    logless.put("IAM_DECISION_LOG_SINK", "discarding");
    try (PackagedApp server = PackagedApp.start(logless, "serve")) {
      await().atMost(PackagedApp.PATIENCE).until(() -> server.status(READY) == 200);
      List<PackagedTenant> clients = tenants.admit(KEY, CLIENTS + 1, server, url);
      PackagedTenant administrator = clients.getLast();
      String token = administrator.token(server);
      new Victim(server.port(), token, "").prepare();
      tenants.victim().victim(server).prepare();
      List<String> questions =
          IntStream.range(0, QUESTIONS).mapToObj(FloodedTenant::question).toList();
      List<String> answers = new ArrayList<>();
      for (String question : questions) {
        HttpResponse<String> answer =
            PackagedTenant.post(server, token, "/api/iam/v1/decisions/batch", question);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        answers.add(answer.body());
      }
      return new FloodedTenant(clients.subList(0, CLIENTS), administrator, questions, answers);
    }
  }

  private static String question(int number) {
    return IntStream.range(number, number + BATCH)
        .mapToObj(i -> CHECKS.get(i % CHECKS.size()))
        .collect(Collectors.joining(",", "{\"checks\":[", "]}"));
  }

  /** A server as in production that is ready. */
  static PackagedApp server(Map<String, String> environment) {
    PackagedApp server = PackagedApp.start(Launch.production(List.of()), environment, "serve");
    await().atMost(PackagedApp.PATIENCE).until(() -> server.status(READY) == 200);
    return server;
  }

  /** Starts a flood of so many decisions in a second of all clients together. */
  FloodProcess flood(PackagedApp server, Path folder, double perSecond, Duration time)
      throws Exception {
    return FloodProcess.start(folder, settings(server, perSecond, time));
  }

  private Properties settings(PackagedApp server, double perSecond, Duration time) {
    Properties settings = new Properties();
    settings.setProperty("port", Integer.toString(server.port()));
    settings.setProperty(
        "tokens",
        senders.stream().map(each -> each.token(server)).collect(Collectors.joining(",")));
    settings.setProperty("connections", Integer.toString(CONNECTIONS));
    settings.setProperty("batches", Double.toString(perSecond / BATCH));
    settings.setProperty("seconds", Long.toString(time.toSeconds()));
    for (int i = 0; i < questions.size(); i++) {
      settings.setProperty("question." + i, questions.get(i));
      settings.setProperty("answer." + i, answers.get(i));
    }
    return settings;
  }
}
