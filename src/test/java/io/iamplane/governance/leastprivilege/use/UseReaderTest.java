package io.iamplane.governance.leastprivilege.use;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.governance.leastprivilege.use.UseCounts.Counted;
import io.iamplane.governance.leastprivilege.use.UseLearning.UseReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UseReaderTest {

  private static final UUID GRANT = UUID.fromString("0192f3c4-0000-7000-8000-000000000001");
  private static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");

  private final UseReader reader = new UseReader();

  private static byte[] line(String outcome, String matched) {
    return ("{\"id\":\"x\",\"at\":\"%s\",\"outcome\":\"%s\",\"matched\":[%s],"
            + "\"subject\":\"user:ann\",\"key\":\"depot:stock.read\","
            + "\"context\":{\"at\":\"other\",\"matched\":[{\"type\":\"grant\"}]}}")
        .formatted(AT, outcome, matched)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String match(String type, Object id) {
    return "{\"type\":\"%s\",\"key\":\"depot:clerk\",\"id\":\"%s\"}".formatted(type, id);
  }

  @Test
  void whatAGrantAllowedIsItsUse() {
    assertThat(reader.read(line("allow", match("grant", GRANT))))
        .contains(new Counted(GRANT, "user:ann", "depot:stock.read", 1, AT));
  }

  @Test
  void theFirstMatchDecides() {
    assertThat(
            reader.read(
                line("allow", match("grant", GRANT) + "," + match("relation", "site:berlin"))))
        .map(Counted::grant)
        .contains(GRANT);
  }

  @Test
  void denialsStepUpsAndRelationsAreNone() {
    assertThat(reader.read(line("deny", match("grant", GRANT)))).isEmpty();
    assertThat(reader.read(line("step_up", match("grant", GRANT)))).isEmpty();
    assertThat(reader.read(line("allow", match("relation", "site:berlin")))).isEmpty();
    assertThat(reader.read(line("allow", ""))).isEmpty();
  }

  @Test
  void whatIsNoRecordDoesNotLookUnused() {
    assertThatThrownBy(() -> reader.read("[]".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> reader.read("{\"at\"".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> reader.read(line("allow", match("grant", "no-id"))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
