package io.iamplane.http;

import io.iamplane.decision.log.FlushedLog;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;

/** Every request that {@code docs/simulation.md} prints is answered as the page says. */
@QuarkusTest
class SimulationTourApiTest extends TourCases {

  @Inject FlushedLog log;

  SimulationTourApiTest() throws IOException {
    super("docs/simulation.md", "policy/.*");
  }

  /** Records are written a moment after the answer. */
  @Override
  void meanwhile() {
    log.await();
  }
}
