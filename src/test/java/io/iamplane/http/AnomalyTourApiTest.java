package io.iamplane.http;

import io.iamplane.http.admin.Resources;
import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;

/** Every request that {@code docs/anomaly.md} prints is answered as the page says. */
@QuarkusTest
class AnomalyTourApiTest extends TourCases {

  AnomalyTourApiTest() throws IOException {
    super("docs/anomaly.md", "anomalies(/.*)?");
  }

  @Override
  void beforehand(AdminTenant tenant) {
    Resources.anomaly(tenant);
  }
}
