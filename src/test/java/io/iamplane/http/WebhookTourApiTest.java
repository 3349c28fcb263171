package io.iamplane.http;

import io.iamplane.webhook.worker.FannedOut;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;

/** Every request that {@code docs/webhooks.md} prints is answered as the page says. */
@QuarkusTest
class WebhookTourApiTest extends TourCases {

  @Inject FannedOut fannedOut;

  WebhookTourApiTest() throws IOException {
    super("docs/webhooks.md", "(webhooks|events)(/.*)?");
  }

  /** A worker with a receiver that does not answer. */
  @Override
  void meanwhile() {
    fannedOut.all();
  }
}
