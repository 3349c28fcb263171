package io.iamplane.decision.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.database.Transactions;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.log.DecisionLogConfig.SinkName;
import io.iamplane.decision.log.DecisionLogs;
import io.iamplane.decision.log.LoggedBlocks;
import io.iamplane.decision.log.StoredBlocks;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.PageRequest;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** If decisions are not recorded, no answer looks as if there were none. */
@QuarkusTest
class JournalElsewhereDbTest {

  private static final RecordFilter ALL =
      new RecordFilter(null, null, null, null, null, null, null, null);

  @Inject BlockReader blocks;
  @Inject Transactions transactions;
  @Inject SubjectDirectory directory;
  @Inject ObjectMapper mapper;
  @Inject StoredBlocks stored;

  private final OrganizationId tenant = OrganizationId.next();

  private DecisionJournal journal(SinkName sink) {
    return new DecisionJournal(
        blocks, transactions, directory, mapper, DecisionLogs.settings(sink));
  }

  @Test
  void aListIsRefused() {
    DecisionJournal journal = journal(SinkName.DISCARDING);
    assertThatThrownBy(() -> journal.page(tenant, new PageRequest(10, null), ALL))
        .isInstanceOfSatisfying(IamException.class, JournalElsewhereDbTest::requireNotRecorded);
    assertThatThrownBy(() -> journal.walk(tenant, Instant.EPOCH, Instant.now()))
        .isInstanceOfSatisfying(IamException.class, JournalElsewhereDbTest::requireNotRecorded);
    assertThat(journal.missing().code()).isEqualTo(ErrorCode.CONFLICT);
  }

  private static void requireNotRecorded(IamException refusal) {
    assertThat(refusal.detail()).contains("are not recorded");
  }

  @Test
  void withTheDatabaseWhatIsMissingIsNotThere() {
    assertThat(journal(SinkName.POSTGRES).missing().code()).isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void whatTheDatabaseStillHasIsShown() {
    Block block = LoggedBlocks.of(tenant, 1, Map.of());
    stored.insert(List.of(block));

    assertThat(journal(SinkName.DISCARDING).byId(tenant, block.id())).isPresent();
    assertThat(journal(SinkName.DISCARDING).byId(OrganizationId.next(), block.id())).isEmpty();
  }
}
