package io.iamplane.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.iamplane.database.Transactions;
import io.iamplane.directory.client.Client;
import io.iamplane.job.ExpiredRows;
import io.iamplane.oauth.GroupedAssertions.Named;
import io.iamplane.oauth.GroupedAssertions.Use;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AssertionForge;
import io.iamplane.testing.OAuthFixture;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rows of used assertions: one use, and no growth without end. */
@QuarkusTest
class UsedAssertionDbTest {

  /** Long past: rows of these tests are the oldest, and other tests' rows are not expired then. */
  private static final Instant NOW = Instant.parse("2001-01-01T00:00:00Z");

  @Inject OAuthFixture fixture;
  @Inject UsedAssertionStore store;
  @Inject GroupedAssertions grouped;
  @Inject ExpiredRows job;
  @Inject Transactions transactions;

  private final AssertionForge forge = new AssertionForge("one");
  private Client client;

  @BeforeEach
  void makeClient() throws SQLException {
    Rows.update("DELETE FROM iam_client_assertions");
    client = fixture.keyClient(fixture.tenant(), AssertionForge.jwks(forge.jwk()));
  }

  @Test
  void secondUseIsNone() {
    assertThat(use(client, "a", NOW)).isTrue();
    assertThat(use(client, "a", NOW)).isFalse();
    assertThat(use(client, "b", NOW)).isTrue();
  }

  @Test
  void clientsDoNotUseUpEachOthersAssertions() {
    OrganizationId tenant = client.organization();
    Client sister = fixture.keyClient(tenant, AssertionForge.jwks(forge.jwk()));
    Client stranger = fixture.keyClient(fixture.tenant(), AssertionForge.jwks(forge.jwk()));
    for (Client each : new Client[] {client, sister, stranger}) {
      assertThat(use(each, "a", NOW)).isTrue();
      assertThat(use(each, "a", NOW)).isFalse();
    }
  }

  @Test
  void nameMayComeBackOnceItsAssertionIsLongExpired() {
    assertThat(use(client, "a", NOW)).isTrue();
    assertThat(use(client, "a", NOW.plusSeconds(119))).isFalse();
    assertThat(use(client, "a", NOW.plusSeconds(120))).isTrue();
    assertThat(use(client, "a", NOW.plusSeconds(121))).isFalse();
  }

  @Test
  void severalGoTogetherAndEachHearsItsOwn() {
    assertThat(use(client, "b", NOW)).isTrue();
    Client sister = fixture.keyClient(client.organization(), AssertionForge.jwks(forge.jwk()));
    List<Named> names =
        Stream.of(
                Named.of(client, "a"),
                Named.of(client, "b"),
                Named.of(sister, "b"),
                Named.of(client, "c"))
            .sorted()
            .toList();
    List<Use> uses = names.stream().map(name -> new Use(name, NOW.plusSeconds(120), NOW)).toList();
    assertThat(transactions.call(() -> store.use(uses, NOW)))
        .containsExactlyInAnyOrder(
            Named.of(client, "a"), Named.of(sister, "b"), Named.of(client, "c"));
  }

  @Test
  void ofManyAtOnceEachNameCountsOnceWhateverGoesTogether() throws Exception {
    int threads = 32;
    int rounds = 40;
    Map<Integer, AtomicInteger> first = new ConcurrentHashMap<>();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int own = i;
        running.add(
            callers.submit(() -> {
              for (int round = 0; round < rounds; round++) {
                // Two of each name, and one of its own.
                int shared = round * threads + own / 2;
                if (grouped.use(named("shared" + shared))) {
                  first.computeIfAbsent(shared, _ -> new AtomicInteger()).incrementAndGet();
                }
                assertThat(grouped.use(named("own" + own + "-" + round))).isTrue();
              }
            }));
      }
      for (Future<?> each : running) {
        each.get();
      }
    }
    assertThat(first).hasSize(threads / 2 * rounds);
    assertThat(first.values()).allMatch(count -> count.get() == 1);
    assertThat(count()).isEqualTo(threads / 2 * rounds + threads * rounds);
  }

  @Test
  void twoReplicasThatUseTheSameInAnyOrderNeitherWaitForEachOtherNorBothWin() throws Exception {
    GroupedAssertions other = new GroupedAssertions(store, transactions);
    AtomicInteger won = new AtomicInteger();
    int names = 300;
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < names; i++) {
        Use one = named("n" + i);
        Use two = named("n" + (names - 1 - i));
        running.add(callers.submit(() -> count(grouped.use(one), won)));
        running.add(callers.submit(() -> count(other.use(two), won)));
      }
      for (Future<?> each : running) {
        each.get();
      }
    }
    assertThat(won).hasValue(names);
  }

  private static void count(boolean first, AtomicInteger won) {
    if (first) {
      won.incrementAndGet();
    }
  }

  private Use named(String jti) {
    return new Use(Named.of(client, jti), NOW.plusSeconds(120), NOW);
  }

  @Test
  void useThatIsRolledBackIsNone() {
    assertThat(
            catchThrowable(() ->
                transactions.run(() -> {
                  assertThat(use(client, "a", NOW)).isTrue();
                  throw new IllegalStateException("lost");
                })))
        .hasMessage("lost");
    assertThat(use(client, "a", NOW)).isTrue();
  }

  @Test
  void expiredRowsGoInPortionsAndLivingOnesStay() throws SQLException {
    for (int i = 0; i < 5; i++) {
      use(client, "old" + i, NOW);
    }
    Instant later = NOW.plusSeconds(120);
    use(client, "new", later);
    assertThat(removed(later, 3)).isEqualTo(3);
    assertThat(count()).isEqualTo(3);
    assertThat(removed(later, 3)).isEqualTo(2);
    assertThat(count()).isEqualTo(1);
    assertThat(use(client, "new", later)).isFalse();
  }

  @Test
  void theJobRemovesExpiredRows() throws SQLException {
    use(client, "old", NOW);
    job.run();
    assertThat(count()).isZero();
  }

  private int removed(Instant now, int most) {
    return transactions.call(() -> store.removeExpired(now, most));
  }

  private boolean use(Client by, String jti, Instant now) {
    Use use = new Use(Named.of(by, jti), now.plusSeconds(120), now);
    return !transactions.call(() -> store.use(List.of(use), now)).isEmpty();
  }

  private static int count() throws SQLException {
    return Integer.parseInt(Rows.texts("SELECT count(*) FROM iam_client_assertions").getFirst());
  }
}
