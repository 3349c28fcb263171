package io.iamplane.webhook.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.directory.organization.Organization;
import io.iamplane.webhook.target.SystemResolver;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One tenant's name servers do not answer. */
@QuarkusTest
class SlowNamesDbTest {

  private static final int LOOKUPS = 8;
  private static final int PER_TENANT = 4;

  @Inject Instance<Fleet> fleets;

  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger hanging = new AtomicInteger();
  private Fleet fleet;

  @BeforeEach
  void aFleet() {
    fleet = fleets.get();
    fleet.calm();
  }

  @AfterEach
  void end() {
    end.countDown();
    fleets.destroy(fleet);
  }

  @Test
  void theOthersEventsArriveMeanwhile() {
    Organization slow = fleet.tenant();
    Organization other = fleet.tenant();
    for (int i = 0; i < 5 * LOOKUPS; i++) {
      fleet.webhook(slow, "https://dead%d.example/".formatted(i), "iam.grant.*");
    }
    fleet.tell(slow, 10, 10);
    try (CountingReceiver receiver = CountingReceiver.accepting();
        SystemResolver resolver =
            new SystemResolver(this::find, Duration.ofSeconds(30), LOOKUPS, PER_TENANT)) {
      fleet.webhook(other, receiver.url().replace("127.0.0.1", "localhost"), "iam.grant.*");
      fleet.startAsking(resolver);
      await().until(() -> hanging.get() == PER_TENANT);
      fleet.tell(other, 50, 50);
      await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(() -> assertThat(receiver.accepted()).hasSize(50));
      assertThat(hanging).as("still hanging").hasValue(PER_TENANT);
      end.countDown();
    }
  }

  private InetAddress[] find(String name) throws UnknownHostException {
    if (name.startsWith("dead")) {
      hanging.incrementAndGet();
      awaitEnd();
      throw new UnknownHostException(name);
    }
    return new InetAddress[] {InetAddress.getLoopbackAddress()};
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
