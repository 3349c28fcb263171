package io.iamplane.http;

import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;

/** Every request that {@code docs/access-reviews.md} prints is answered as the page says. */
@QuarkusTest
class ReviewTourApiTest extends TourCases {

  ReviewTourApiTest() throws IOException {
    super("docs/access-reviews.md", "access-reviews(/.*)?");
  }
}
