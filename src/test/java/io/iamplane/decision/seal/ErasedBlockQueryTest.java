package io.iamplane.decision.seal;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.decision.block.ErasedRecords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An audit record about a block vouches for what it says, and one that says nothing for nothing.
 */
class ErasedBlockQueryTest {

  private static final String ROOT = "ab".repeat(32);

  @Test
  void aRecordIsRead() {
    assertThat(
            ErasedBlockQuery.read(
                "{\"after\":{\"erasure\":\"x\",\"records\":3,\"root\":\"%s\"},\"seq\":7}"
                    .formatted(ROOT)))
        .extracting(ErasedRecords::records, each -> each.root().toString())
        .containsExactly(3, ROOT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "{}",
        "[]",
        "7",
        "{\"after\":null}",
        "{\"after\":{\"records\":3}}",
        "{\"after\":{\"records\":3,\"root\":\"ab\"}}",
        "{\"after\":{\"records\":3,\"root\":\"no hash\"}}",
        "{\"before\":{\"records\":3,\"root\":\"ROOT\"}}"
      })
  void anyOtherTextVouchesForNoErasedRecord(String canonical) {
    assertThat(ErasedBlockQuery.read(canonical.replace("ROOT", ROOT)))
        .isEqualTo(ErasedRecords.NONE);
    assertThat(ErasedRecords.NONE).isEqualTo(new ErasedRecords(0, MerkleHash.emptyRoot()));
  }
}
