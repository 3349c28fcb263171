package io.iamplane.decision.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockBuilder;
import io.iamplane.decision.block.BlockDeflater;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/** Partitions of the decision log come and go with the days, and nothing is lost without one. */
@QuarkusTest
class DecisionPartitionsDbTest {

  private static final LocalDate TODAY = LocalDate.now(ZoneOffset.UTC);

  @Inject DecisionPartitions partitions;
  @Inject StoredBlocks stored;

  @Test
  void aWeekIsAheadAndASecondRunFindsNothingToDo() throws SQLException {
    partitions.ensure();

    for (int day = -1; day <= 7; day++) {
      assertThat(names()).contains(name(TODAY.plusDays(day)));
    }
    assertThat(partitions.ensure()).isEqualTo(new DecisionPartitions.Changed(0, 0));
  }

  @Test
  void whatIsPastItsTimeIsDroppedAndWhatIsNotStays() throws SQLException {
    LocalDate old = TODAY.minusDays(101);
    LocalDate young = TODAY.minusDays(99);
    make(young);
    make(old);
    Block first = block(young);
    stored.insert(List.of(first, block(old)));

    assertThat(partitions.ensure().dropped()).isEqualTo(1);

    assertThat(names()).doesNotContain(name(old)).contains(name(young));
    assertThat(places(first)).containsExactly(name(young));
  }

  @Test
  void theDefaultPartitionCatchesADayWithoutOneAndGivesItBack() throws SQLException {
    LocalDate day = TODAY.plusDays(30);
    Block block = block(day);
    stored.insert(List.of(block));
    assertThat(places(block)).containsExactly("iam_decisions_default");

    make(day);

    assertThat(places(block)).containsExactly(name(day));
  }

  private static void make(LocalDate day) throws SQLException {
    Rows.texts("SELECT iam_ensure_decision_partitions('%1$s', '%1$s', '%1$s')".formatted(day));
  }

  private static Block block(LocalDate day) {
    Instant noon = day.atStartOfDay(ZoneOffset.UTC).toInstant().plus(Duration.ofHours(12));
    UUID id = RecordIds.after(RecordIds.firstOf(noon));
    BlockBuilder builder =
        new BlockBuilder(OrganizationId.next(), new BlockDeflater(Deflater.BEST_SPEED));
    builder.add(id, "{}".getBytes(StandardCharsets.UTF_8));
    return builder.build();
  }

  private static List<String> places(Block block) throws SQLException {
    return Rows.texts(
        "SELECT tableoid::regclass FROM iam_decisions WHERE organization_id = '%s'"
            .formatted(block.organization()));
  }

  private static List<String> names() throws SQLException {
    return Rows.texts(
        "SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'iam_decisions'::regclass");
  }

  private static String name(LocalDate day) {
    return "iam_decisions_" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
  }
}
