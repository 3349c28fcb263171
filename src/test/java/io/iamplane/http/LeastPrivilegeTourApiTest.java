package io.iamplane.http;

import io.iamplane.decision.log.FlushedLog;
import io.iamplane.decision.log.RecordedVolume;
import io.iamplane.governance.leastprivilege.LeastPrivilegeScan;
import io.iamplane.governance.leastprivilege.UsedTenant;
import io.iamplane.testing.AdminTenant;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;

/** Every request that {@code docs/least-privilege.md} prints is answered as the page says. */
@QuarkusTest
class LeastPrivilegeTourApiTest extends TourCases {

  @Inject LeastPrivilegeScan scan;
  @Inject RecordedVolume volume;
  @Inject FlushedLog log;

  LeastPrivilegeTourApiTest() throws IOException {
    super("docs/least-privilege.md", "recommendations/.*");
  }

  @Override
  void beforehand(AdminTenant tenant) {
    UsedTenant used = new UsedTenant(tenant, volume, log, scan);
    used.user("ann");
    used.role("ann", "depot:clerk");
    used.used("ann", "depot:stock.count", 140);
    used.user("bob");
    used.role("bob", "depot:boss");
    used.used("bob", "depot:stock.write_off", 1);
    used.used("bob", "depot:stock.read", 1);
    used.scanned();
  }
}
