package io.iamplane.webhook.worker;

import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every message arrives, at the volume of every run. */
@QuarkusTest
class FleetDbTest extends FleetCases {

  @ParameterizedTest
  @ValueSource(ints = 3)
  void everyMessageArrivesAtEveryReceiverOrIsADeadLetter(int workers) {
    everythingArrives(workers, 300);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  @Tag("ci")
  void everyMessageOfAThousandArrivesOrIsADeadLetter(int workers) {
    everythingArrives(workers, 1_000);
  }

  @ParameterizedTest
  @ValueSource(ints = 1)
  void workersThatAreKilledLoseNothing(int kills) {
    killedWorkersLoseNothing(kills, 300);
  }

  @ParameterizedTest
  @ValueSource(ints = {2})
  @Tag("ci")
  void workersThatAreKilledLoseNothingOfAThousand(int kills) {
    killedWorkersLoseNothing(kills, 1_000);
  }

  @ParameterizedTest
  @ValueSource(ints = 1)
  void aDatabaseThatIsKilledLosesNothing(int kills) throws Exception {
    aKilledDatabaseLosesNothing(kills, 300);
  }

  @ParameterizedTest
  @ValueSource(ints = {2})
  @Tag("ci")
  void aDatabaseThatIsKilledLosesNothingOfAThousand(int kills) throws Exception {
    aKilledDatabaseLosesNothing(kills, 1_000);
  }
}
