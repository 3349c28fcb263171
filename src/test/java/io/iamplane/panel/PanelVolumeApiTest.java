package io.iamplane.panel;

import io.iamplane.bootstrap.DemoTenant;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.shared.Caller;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The panel's list of grants in a tenant of a million. */
@Tag("stress")
@QuarkusTest
@TestProfile(PanelVolumeApiTest.LargeTenant.class)
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class PanelVolumeApiTest {

  /** Lets the policy of one tenant take half of the heap of a test. */
  public static final class LargeTenant extends PanelProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
      Map<String, String> settings = new HashMap<>(super.getConfigOverrides());
      settings.put("iam.decision.memory-percent", "60");
      settings.put("iam.decision.tenant-memory-percent", "50");
      return settings;
    }
  }

  /** A million unless {@code -Dstress.rows} says otherwise, to try the test itself. */
  private static final int ROWS = Integer.getInteger("stress.rows", 1_000_000);

  /** So many subjects have a name; the page of sign-in shows a hundred people. */
  private static final int NAMED = 90;

  private static final Duration JOURNEY = Duration.ofMinutes(3);

  @Inject DemoTenant demo;
  @Inject OrganizationService organizations;

  @Test
  void aMillionGrantsArePagedWithoutALongTask() throws Exception {
    Path browser = Journeys.build();
    demo.load(operator -> Caller.job(operator, "panel-test", "panel-test"));
    Volume volume = new Volume(organizations.byKey(DemoTenant.KEY).orElseThrow().id());
    volume.users(NAMED);
    volume.grants(ROWS);
    Journeys.travel(browser, "volume", JOURNEY, Map.of());
  }
}
