package io.iamplane.audit.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * In a tenant with much history an erasure takes its time, and holds up no writer for that long.
 */
@Tag("stress")
@QuarkusTest
class ErasureStressDbTest {

  private static final Logger LOG = Logger.getLogger(ErasureStressDbTest.class);
  private static final int ROWS = 300_000;

  @Inject TestPlatform platform;
  @Inject ErasureService erasures;

  @Test
  void writersWaitForMuchLessThanTheErasureTakes() throws Exception {
    AdminTenant tenant = new AdminTenant(platform);
    String ann = tenant.made("users", "{'name': 'Annabel Quimby', 'external_id': 'quimby-7'}");
    history(tenant.organization().id().toString());
    Caller caller =
        new Caller(
            tenant.organization().id(),
            false,
            new SubjectRef("system", "stress"),
            null,
            Aal.AAL1,
            new Caller.Origin("stress", null, null));
    long began = System.nanoTime();
    CompletableFuture<Duration> erased =
        CompletableFuture.supplyAsync(() -> {
          erasures.erase(caller, tenant.organization().id(), new SubjectRef("user", ann), false);
          return Duration.ofNanos(System.nanoTime() - began);
        });
    Duration longest = Duration.ZERO;
    for (int i = 0; !erased.isDone(); i++) {
      long before = System.nanoTime();
      tenant.made("users", "{'name': 'Writer %d'}".formatted(i));
      Duration waited = Duration.ofNanos(System.nanoTime() - before);
      longest = waited.compareTo(longest) > 0 ? waited : longest;
    }
    LOG.infof(
        "erasure beside %d images and as many values: %s; the slowest write meanwhile: %s",
        ROWS, erased.get(), longest);
    assertThat(longest).isLessThan(Duration.ofSeconds(1));
    assertThat(Rows.everythingOf(tenant.organization().id().toString()))
        .doesNotContain("Annabel Quimby");
  }

  /** Images and values as bulk changes leave them, one in a thousand of which names the person. */
  private static void history(String organization) throws Exception {
    Rows.update(
        """
        INSERT INTO iam_policy_changes (organization_id, version, ordinal, event_type, target_type,
          target_id, after, changed_at)
        SELECT '%1$s', 1, 1000 + n, 'iam.grant.created', 'grant', gen_random_uuid(),
          jsonb_build_object('id', gen_random_uuid(), 'effect', 'permit', 'status', 'revoked',
            'justification', CASE WHEN n %% 1000 = 0 THEN 'for Annabel Quimby'
              ELSE repeat('because ', 20) END), now()
        FROM generate_series(1, %2$d) n
        """
            .formatted(organization, ROWS));
    Rows.update(
        """
        INSERT INTO iam_audit_personal (organization_id, seq, path, subject, salt, value)
        SELECT '%1$s', 1, '/after/' || n, 'grant:' || n, sha256('x'),
          CASE WHEN n %% 1000 = 0 THEN '"for Annabel Quimby"' ELSE '"because"' END
        FROM generate_series(1, %2$d) n
        """
            .formatted(organization, ROWS));
  }
}
