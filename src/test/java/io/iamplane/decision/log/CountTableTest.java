package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.FlushBuilder.CountTable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each decision is counted once, under its name and its reason. */
class CountTableTest {

  private final CountTable table = new CountTable();

  @Test
  void namesAndReasonsAreCountedApart() {
    AskedName read = new AskedName("app", "app:read");
    for (int i = 0; i < 3; i++) {
      table.count(new AskedName("app", "app:read"), ReasonCode.GRANTED_BY_GRANT);
    }
    table.count(read, ReasonCode.INTERNAL_ERROR);
    table.count(AskedName.UNKNOWN, ReasonCode.GRANTED_BY_GRANT);

    assertThat(read())
        .containsExactlyInAnyOrder(
            "app:read GRANTED_BY_GRANT 3", "app:read INTERNAL_ERROR 1", " GRANTED_BY_GRANT 1");
  }

  @Test
  void anEmptyTableHasNothing() {
    assertThat(read()).isEmpty();
  }

  private List<String> read() {
    List<String> all = new ArrayList<>();
    table.forEach((name, reason, number) -> all.add(name.key() + " " + reason + " " + number));
    return all;
  }
}
