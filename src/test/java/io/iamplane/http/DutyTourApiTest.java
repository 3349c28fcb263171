package io.iamplane.http;

import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;

/** Every request that {@code docs/duty-rules.md} prints is answered as the page says. */
@QuarkusTest
class DutyTourApiTest extends TourCases {

  DutyTourApiTest() throws IOException {
    super("docs/duty-rules.md", "duty-rules(/.*)?");
  }
}
