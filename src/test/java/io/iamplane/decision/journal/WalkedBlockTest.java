package io.iamplane.decision.journal;

import static io.iamplane.decision.erasure.CraftedRecords.about;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.erasure.CraftedRecords;
import io.iamplane.decision.journal.JournalWalk.WalkedBlock;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A reader tells a block that is gone from one whose records were erased. */
class WalkedBlockTest {

  private static final OrganizationId TENANT = OrganizationId.next();

  @Test
  void itsRecordsAreThoseThatWereNotErased() {
    Block block = CraftedRecords.block(TENANT, about("user:ann"), about("user:bert"));
    List<byte[]> lines = new ArrayList<>(BlockLines.all(block.body()));
    lines.add(stub());
    WalkedBlock walked = walked(CraftedRecords.of(TENANT, lines).body(), 3);

    assertThat(walked.lines()).containsExactlyElementsOf(lines.subList(0, 2));
    assertThat(walked.allLines()).containsExactlyElementsOf(lines);
  }

  @Test
  void aBlockWithoutRecordsIsNotGone() {
    WalkedBlock walked = walked(CraftedRecords.of(TENANT, List.of(stub(), stub())).body(), 2);

    assertThat(walked.lines()).isEmpty();
    assertThat(walked.allLines()).hasSize(2);
  }

  @Test
  void oneThatIsGoneHasNoLines() {
    assertThat(walked(null, 2).lines()).isEmpty();
    assertThat(walked(null, 2).allLines()).isEmpty();
  }

  @Test
  void aDamagedOneFails() {
    WalkedBlock walked = walked(new byte[] {1, 2, 3}, 2);

    assertThatThrownBy(walked::lines).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(walked::allLines).isInstanceOf(RuntimeException.class);
  }

  private static WalkedBlock walked(byte[] body, int decisions) {
    return new WalkedBlock(UuidV7.next(), decisions, body);
  }

  private static byte[] stub() {
    return new ErasedRecord(MerkleHash.emptyRoot(), UuidV7.next(), "2026-03-01T12:00:00Z", "deny")
        .line();
  }
}
