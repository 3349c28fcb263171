package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/** A command is the same application without ports, schedules and chatter. */
class CommandModeTest {

  private final Properties system = new Properties();

  @Test
  void aCommandOpensNoPortAndRunsNoSchedule() {
    CommandMode.enter("iam:migrate", Map.of(), system);

    assertThat(system)
        .containsEntry("quarkus.http.host-enabled", "false")
        .containsEntry("quarkus.management.host-enabled", "false")
        .containsEntry("quarkus.scheduler.enabled", "false");
  }

  @Test
  void theLogGoesToStandardErrorAtWarn() {
    CommandMode.enter("iam:migrate", Map.of(), system);

    assertThat(system)
        .containsEntry("quarkus.log.console.stderr", "true")
        .containsEntry("quarkus.log.level", "WARN")
        .containsEntry("quarkus.log.console.json.enabled", "false");
  }

  @Test
  void whoeverAsksForAnotherLogLevelGetsIt() {
    CommandMode.enter("iam:migrate", Map.of("QUARKUS_LOG_LEVEL", "DEBUG"), system);

    assertThat(system).doesNotContainKey("quarkus.log.level");
  }

  @Test
  void aClusterMayAskForObjectsInTheLog() {
    CommandMode.enter("iam:migrate", Map.of("QUARKUS_LOG_CONSOLE_JSON_ENABLED", "true"), system);

    assertThat(system).doesNotContainKey("quarkus.log.console.json.enabled");
  }

  @Test
  void aWorkerIsProbedAndItsStatementsEnd() {
    CommandMode.enter("iam:queue:work", Map.of(), system);

    assertThat(system)
        .containsEntry("quarkus.http.host-enabled", "false")
        .doesNotContainKey("quarkus.management.host-enabled")
        .doesNotContainKey("quarkus.scheduler.enabled")
        .doesNotContainKey("quarkus.log.console.json.enabled")
        .doesNotContainKey("quarkus.datasource.jdbc.additional-jdbc-properties.socketTimeout");
  }

  @Test
  void noArgumentAndServeMeanTheServer() {
    assertThat(IamMain.isServer(List.of())).isTrue();
    assertThat(IamMain.isServer(List.of("serve"))).isTrue();
    assertThat(IamMain.isServer(List.of("serve", "--help"))).isFalse();
    assertThat(IamMain.isServer(List.of("iam:migrate"))).isFalse();
  }
}
