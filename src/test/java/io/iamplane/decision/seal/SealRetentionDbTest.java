package io.iamplane.decision.seal;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.cli.Commands;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.Rows;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Seals go with the last of their blocks, and never before the retention of decisions is over. */
@QuarkusTest
class SealRetentionDbTest {

  private static final UUID TENANT = UuidV7.next();

  @Inject SealRetention retention;
  @Inject Commands commands;

  @Test
  void aSealGoesWithItsBlocksOnceItsTimeIsOver() throws SQLException {
    UUID gone = seal(101, UUID.randomUUID(), UUID.randomUUID());
    UUID young = seal(99, UUID.randomUUID());
    UUID block = UuidV7.next();
    UUID half = seal(101, UUID.randomUUID(), block);
    Rows.update(
        """
        INSERT INTO iam_decisions
          (organization_id, id, last_id, decisions, denied, step_up, filter, body, root)
        VALUES ('%1$s', '%2$s', '%2$s', 1, 0, 0, '', '', '')
        """
            .formatted(TENANT, block));

    assertThat(retention.remove()).isEqualTo(1);
    assertThat(seals()).containsExactlyInAnyOrder(young.toString(), half.toString());
    assertThat(blocks(gone)).isEmpty();
    assertThat(blocks(half)).as("each proof needs all roots").hasSize(2);

    Rows.update("DELETE FROM iam_decisions WHERE organization_id = '" + TENANT + "'");
    assertThat(retention.remove()).isEqualTo(1);
    assertThat(retention.remove()).isZero();
    assertThat(seals()).containsExactly(young.toString());
    Rows.update("DELETE FROM iam_decision_sealed WHERE organization_id = '" + TENANT + "'");
    Rows.update("DELETE FROM iam_decision_seals WHERE organization_id = '" + TENANT + "'");
  }

  @Test
  void asACommandItSaysWhatItDid() {
    Commands.Ended ended = commands.run("iam:retention:run", "--json");

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.out()).contains("\"decision_seals\"");
  }

  private static UUID seal(int daysAgo, UUID... blocks) throws SQLException {
    UUID id = UuidV7.next();
    Rows.update(
        """
        INSERT INTO iam_decision_seals (organization_id, id, blocks, decisions, root, sealed_at)
        VALUES ('%s', '%s', %d, 1, '', now() - interval '%d days')
        """
            .formatted(TENANT, id, blocks.length, daysAgo));
    for (int i = 0; i < blocks.length; i++) {
      Rows.update(
          """
          INSERT INTO iam_decision_sealed (organization_id, block_id, seal_id, position, root)
          VALUES ('%s', '%s', '%s', %d, '')
          """
              .formatted(TENANT, blocks[i], id, i));
    }
    return id;
  }

  private static List<String> seals() throws SQLException {
    return Rows.texts(
        "SELECT id::text FROM iam_decision_seals WHERE organization_id = '%s'".formatted(TENANT));
  }

  private static List<String> blocks(UUID seal) throws SQLException {
    return Rows.texts(
        "SELECT block_id::text FROM iam_decision_sealed WHERE seal_id = '%s'".formatted(seal));
  }
}
