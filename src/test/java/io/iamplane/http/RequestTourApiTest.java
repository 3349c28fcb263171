package io.iamplane.http;

import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;

/** Every request that {@code docs/access-requests.md} prints is answered as the page says. */
@QuarkusTest
class RequestTourApiTest extends TourCases {

  RequestTourApiTest() throws IOException {
    super("docs/access-requests.md", "(access-requests(/.*)?|grants/[^/]+/activate)");
  }

  /** Someone else asks for each of the page's two roles as soon as it is there. */
  @Override
  void meanwhile(AdminTenant tenant) {
    for (String role : new String[] {"counter", "auditor"}) {
      tenant
          .second()
          .post(
              "access-requests",
              "{'role_key': '%s', 'justification': 'Stocktaking', 'duration': 'PT8H'}"
                  .formatted(role));
    }
  }
}
