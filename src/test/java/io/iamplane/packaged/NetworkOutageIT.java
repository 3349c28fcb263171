package io.iamplane.packaged;

import io.iamplane.packaged.FreshDatabase.Installed;
import io.iamplane.packaged.Outages.Step;
import io.iamplane.testing.TestDatabase;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The network between the service and its database is slow or loses all data, and their clocks
 * drift apart: answers meanwhile, and afterwards.
 */
@Tag("ci")
@Timeout(600)
class NetworkOutageIT {

  private static final Duration SOME_TIME = Duration.ofSeconds(4);

  private final Installed installed = FreshDatabase.bootstrapped();
  private final MovedClock clock = new MovedClock(FreshDatabase.url(installed.name()));

  @FunctionalInterface
  private interface Course {
    void run(Outages outages, DatabaseLink link) throws Exception;
  }

  @Test
  void aSlowNetworkDeniesNothingAndALostOneAndAWrongClockEverything() throws Exception {
    with((outages, link) -> {
      outages.passes("slow", SOME_TIME, slow(link, 200), slow(link, 0));
      outages.denies("dropped", link::lose, link::restore);
      outages.denies("clock", () -> clock.move(30), () -> clock.move(0));
    });
  }

  /** Longer than the driver waits for an answer. */
  @Test
  @Tag("stress")
  void aNetworkThatIsLostForLong() throws Exception {
    with((outages, link) ->
        outages.denies("dropped", Duration.ofSeconds(40), link::lose, link::restore));
  }

  @Test
  @Tag("stress")
  void aNetworkThatTakesFiveSecondsForEachAnswer() throws Exception {
    with((outages, link) ->
        outages.denies("slow", Outages.MINUTE, slow(link, 5_000), slow(link, 0)));
  }

  @Test
  @Tag("stress")
  void aNetworkThatTakesAFifthOfASecondForEachAnswer() throws Exception {
    with((outages, link) -> outages.passes("slow", Outages.MINUTE, slow(link, 200), slow(link, 0)));
  }

  private static Step slow(DatabaseLink link, long millis) {
    return () -> link.delay(Duration.ofMillis(millis));
  }

  private void with(Course course) throws Exception {
    int port = URI.create(TestDatabase.directUrl().substring("jdbc:".length())).getPort();
    try (DatabaseLink link = new DatabaseLink(port);
        PackagedApp server =
            PackagedApp.start(
                Outages.environment(FreshDatabase.url(installed.name(), link.port())), "serve")) {
      course.run(new Outages(server, PackagedTenant.of(installed)), link);
    }
  }
}
