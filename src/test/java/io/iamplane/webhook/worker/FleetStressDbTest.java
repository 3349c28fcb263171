package io.iamplane.webhook.worker;

import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every message arrives, at full volume, with twenty kills. */
@QuarkusTest
@Tag("stress")
class FleetStressDbTest extends FleetCases {

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void everyMessageArrivesAtEveryReceiverOrIsADeadLetter(int workers) {
    everythingArrives(workers, 100_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {20})
  void workersThatAreKilledLoseNothing(int kills) {
    killedWorkersLoseNothing(kills, 20_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {20})
  void aDatabaseThatIsKilledLosesNothing(int kills) throws Exception {
    aKilledDatabaseLosesNothing(kills, 20_000);
  }
}
