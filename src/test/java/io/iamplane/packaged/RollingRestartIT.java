package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.packaged.FreshDatabase.Installed;
import io.iamplane.packaged.siege.Victim;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each of three replicas is replaced under load, as a Deployment does it: no client sees that. */
@Tag("stress")
@Timeout(600)
class RollingRestartIT {

  private static final int REPLICAS = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  private final Installed installed = FreshDatabase.bootstrapped();
  private final List<String> restarts = new ArrayList<>();
  private final Deque<PackagedApp> replicas = new ArrayDeque<>();
  private HooksReceiver receiver;
  private ReplicaBalancer balancer;
  private String token;

  @BeforeEach
  void threeReplicas() throws Exception {
    receiver = new HooksReceiver(folder, Duration.ZERO);
    balancer = new ReplicaBalancer();
    for (int i = 0; i < REPLICAS; i++) {
      add();
    }
    PackagedApp first = replicas.getFirst();
    token = PackagedTenant.of(installed).token(first);
    new Victim(first.port(), token, "").prepare();
    receiver.subscribe(first, token, "iam.user.created");
  }

  @AfterEach
  void end() throws Exception {
    replicas.forEach(PackagedApp::close);
    balancer.close();
    receiver.close();
  }

  @Test
  void noRequestFailsAndNothingIsLost() throws Exception {
    BalancedClients clients = new BalancedClients(balancer.port(), token, 4);
    try (clients) {
      for (int i = 0; i < REPLICAS; i++) {
        int before = clients.written();
        add();
        PackagedApp old = replicas.removeFirst();
        String begun = Instant.now().toString();
        assertThat(old.terminate().exitCode()).isIn(0, 143);
        restarts.add(begun + " to " + Instant.now());
        balancer.remove(old);
        await().atMost(PATIENCE).until(() -> clients.written() > before + 10);
      }
    }

    assertThat(clients.failures())
        .as("%d decisions, restarts %s", clients.decided().size(), restarts)
        .isEmpty();
    assertThat(clients.decided()).hasSizeGreaterThan(300);
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(receiver.arrived()).hasSize(clients.written()));
    replicas.forEach(PackagedApp::terminate);
    Set<String> logged = DecisionLogIT.logged(FreshDatabase.url(installed.name()));
    assertThat(logged).containsAll(clients.decided());
  }

  /** One more, once the balancer leads to it. */
  private void add() {
    int ready = balancer.ready();
    PackagedApp replica = PackagedApp.start(environment(), "serve");
    replicas.addLast(replica);
    balancer.add(replica);
    await().atMost(PATIENCE).until(() -> balancer.ready() == ready + 1);
  }

  private Map<String, String> environment() {
    Map<String, String> environment =
        new HashMap<>(FreshDatabase.plainHttp(FreshDatabase.url(installed.name())));
    environment.putAll(PackagedTenant.UNLIMITED);
    environment.putAll(receiver.environment());
    environment.put("QUARKUS_SHUTDOWN_DELAY", "5S");
    // Four of them, clients and a database share the processors of one machine.
    environment.put("IAM_DECISION_MAX_STALENESS", "5S");
    environment.put("IAM_DECISION_REQUEST_DEADLINE", "10S");
    return environment;
  }
}
