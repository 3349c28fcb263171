package io.iamplane.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.StartUpCheck;
import io.quarkus.arc.All;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A check that is no bean of the application would be missed at no start. */
@QuarkusTest
class StartUpChecksDbTest {

  @Inject @All List<StartUpCheck> checks;

  @Test
  void everyCheckIsAskedAtAStart() {
    assertThat(checks)
        .extracting(check -> check.getClass().getSimpleName())
        .containsExactlyInAnyOrder(
            "Anchor",
            "AttestationPolicy",
            "CallerTrace",
            "CorsCheck",
            "DatabaseCheck",
            "DatabaseRoleCheck",
            "DevelopmentClientCheck",
            "MemoryCheck",
            "PanelCheck",
            "Pkcs11Check",
            "ReviewCalendar",
            "Schedules",
            "SealStartUpCheck",
            "TokenStartUpCheck",
            "TransportCheck",
            "TrustedKeys",
            "VaultCheck",
            "WebhookCheck");
  }
}
