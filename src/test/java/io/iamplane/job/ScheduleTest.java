package io.iamplane.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All servers compute the same moments, whenever they started. */
class ScheduleTest {

  @ParameterizedTest
  @CsvSource({
    "1h,         2026-11-23T14:59:59.999Z, 2026-11-23T14:00:00Z",
    "1h,         2026-11-23T15:00:00Z,     2026-11-23T15:00:00Z",
    "5s,         2026-11-23T15:00:04.999Z, 2026-11-23T15:00:00Z",
    "24h,        2026-11-23T15:00:00Z,     2026-11-23T00:00:00Z",
    "0 2 * * *,  2026-11-23T01:59:59.999Z, 2026-11-22T02:00:00Z",
    "0 2 * * *,  2026-11-23T02:00:00Z,     2026-11-23T02:00:00Z",
    "0 2 * * *,  2026-11-23T02:00:59.999Z, 2026-11-23T02:00:00Z",
    "0 2 * * *,  2026-11-23T02:01:00Z,     2026-11-23T02:00:00Z",
    "*/5 * * * *,2026-11-23T02:07:30Z,     2026-11-23T02:05:00Z",
    "0 9 * * 1,  2026-11-25T12:00:00Z,     2026-11-23T09:00:00Z",
    "0 3 29 2 *, 2026-11-25T12:00:00Z,     2024-02-29T03:00:00Z"
  })
  void theLastTickIsTheSameForAll(String setting, Instant now, Instant tick) {
    assertThat(Schedule.of(setting).last(now)).contains(tick);
  }

  @Test
  void offIsNever() {
    assertThat(Schedule.of("off").last(Instant.now())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "never", "1", "4s", "32d", "-1h", "0 2 * *", "60 2 * * *", "a b c d e"})
  void anythingElseIsRefused(String setting) {
    assertThatIllegalArgumentException().isThrownBy(() -> Schedule.of(setting));
  }

  @Test
  void aWrongSettingStopsTheStartAndNamesItself() {
    assertThat(new Schedules(new Settings(true, "hourly")).findings())
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.line())
                .startsWith(
                    "iam.schedule.audit-verify: not a valid schedule; set it to 'off', an"
                        + " interval"));
    assertThat(new Schedules(new Settings(true, "1h")).findings()).isEmpty();
  }

  @Test
  void oneSwitchTurnsAllOff() {
    for (JobName job : JobName.values()) {
      assertThat(new Schedules(new Settings(false, "1h")).of(job)).isEqualTo(new Schedule.Off());
    }
  }

  private record Settings(boolean enabled, String auditVerify) implements ScheduleConfig {

    @Override
    public String auditVerifyFull() {
      return "30 3 * * 0";
    }

    @Override
    public String retentionRun() {
      return "0 4 * * *";
    }

    @Override
    public String auditCheckpoint() {
      return "0 2 * * *";
    }

    @Override
    public String partitionsEnsure() {
      return "1h";
    }

    @Override
    public String reviewsClose() {
      return "5m";
    }

    @Override
    public String reviewsRemind() {
      return "15m";
    }

    @Override
    public String anomalyScan() {
      return "5m";
    }

    @Override
    public String keysRotate() {
      return "1h";
    }

    @Override
    public String leastPrivilegeScan() {
      return "0 5 * * *";
    }
  }
}
