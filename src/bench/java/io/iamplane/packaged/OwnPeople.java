package io.iamplane.packaged;

import static org.awaitility.Awaitility.await;

import io.restassured.path.json.JsonPath;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** People of a build of ours, who sign in by passkeys. */
final class OwnPeople {

  /** A person may have twenty. */
  private static final int SESSIONS = 16;

  /** A client has ten in one session. */
  private static final int CHAINS_OF_A_SESSION = 10;

  private final BenchServer server;
  private final PersonBrowser redeeming;

  /** Another person, whose sessions do not end when there are too many of the first. */
  private final PersonBrowser refreshing;

  OwnPeople(BenchServer server) {
    this.server = server;
    this.redeeming = person("Carl Code");
    this.refreshing = person("Rita Refresh");
  }

  private PersonBrowser person(String name) {
    String token = server.tenant().token(server.app());
    HttpResponse<String> made =
        await()
            .atMost(PackagedApp.PATIENCE)
            .until(
                () ->
                    PackagedTenant.post(
                        server.app(),
                        token,
                        "/api/iam/v1/users",
                        "{\"name\": \"%s\"}".formatted(name)),
                answer -> answer.statusCode() == 201);
    String[] invite = {
      "iam:users:invite",
      "--tenant",
      "acme",
      "--user",
      JsonPath.from(made.body()).getString("data.id"),
      "--json"
    };
    String link =
        JsonPath.from(
                PackagedTenant.done(PackagedApp.run(server.launch(), server.environment(), invite))
                    .out())
            .getString("url");
    PersonBrowser browser = new PersonBrowser(server.environment().get("IAM_ISSUER"));
    browser.enrol(server.app(), link);
    return browser;
  }

  /** Codes for all three tokens, of several sessions in turn, at most a few seconds old. */
  List<String> codes(int count) {
    List<PersonBrowser> browsers = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      PersonBrowser browser = redeeming.another();
      browser.signIn(server.app());
      browsers.add(browser);
    }
    List<String> codes = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<String>>> made =
          browsers.stream()
              .map(browser -> threads.submit(() -> codes(browser, count / browsers.size())))
              .toList();
      for (Future<List<String>> each : made) {
        codes.addAll(each.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    // Codes of one session one after the other would wait for one another.
    Collections.shuffle(codes, new Random(1));
    return codes;
  }

  private List<String> codes(PersonBrowser browser, int count) {
    List<String> codes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      codes.add(PersonBrowser.code(browser.authorize(server.app())));
    }
    return codes;
  }

  /** The first tokens of so many chains. */
  List<String> refreshTokens(int count) {
    List<String> tokens = new ArrayList<>();
    PersonBrowser browser = refreshing;
    for (int i = 0; i < count; i++) {
      if (i % CHAINS_OF_A_SESSION == 0) {
        browser = refreshing.another();
        browser.signIn(server.app());
      }
      String code = PersonBrowser.code(browser.authorize(server.app(), "offline_access"));
      tokens.add(
          JsonPath.from(PersonBrowser.redeem(server.app(), code).body())
              .getString("refresh_token"));
    }
    return tokens;
  }
}
