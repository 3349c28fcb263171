package io.iamplane.http;

import io.iamplane.decision.log.FlushedLog;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;

/** Every request that {@code docs/decision-log.md} prints is answered as the page says. */
@QuarkusTest
class DecisionTourApiTest extends TourCases {

  @Inject FlushedLog log;

  DecisionTourApiTest() throws IOException {
    super("docs/decision-log.md", "(decisions|metrics)(/.*)?");
  }

  /** Records are written a moment after the answer. */
  @Override
  void meanwhile() {
    log.await();
  }
}
