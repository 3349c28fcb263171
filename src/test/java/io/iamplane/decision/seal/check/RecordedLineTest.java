package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockFilter;
import io.iamplane.decision.block.BlockSummary;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.block.RecordNames;
import io.iamplane.shared.OrganizationId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A record is summed up as the log does, and a text that is not a record is refused. */
class RecordedLineTest {

  private static final String ID = "0199f3a0-7c3e-7b52-8f10-3a5d2c9e4b17";

  private static final String LINE =
      """
      {"id":"%s","outcome":"deny","subject":"user:ann","key":"app:read","resource":"doc:1"}\
      """
          .formatted(ID);

  private final BlockSummary summary = new BlockSummary();

  @Test
  void itsIdOutcomeAndNamesAreSummedUp() throws DamagedBodyException {
    add(LINE);
    Block block = block();

    assertThat(block.id()).isEqualTo(UUID.fromString(ID)).isEqualTo(block.lastId());
    assertThat(block.decisions()).isEqualTo(1);
    assertThat(block.denied()).isEqualTo(1);
    assertThat(block.stepUp()).isZero();
    assertThat(block.filter()).as("twelve bits for each name").hasSize(5);
    assertThat(
            List.of(
                RecordNames.subject("user:ann"),
                RecordNames.key("app:read"),
                RecordNames.resource("doc:1")))
        .allMatch(name -> BlockFilter.mayHold(block.filter(), name));
  }

  @Test
  void outcomesAreCountedApart() throws DamagedBodyException {
    add(LINE);
    add(LINE.replace("7c3e", "7c3f").replace("deny", "step_up"));
    add(LINE.replace("7c3e", "7c40").replace("deny", "allow"));
    Block block = block();

    assertThat(block.decisions()).isEqualTo(3);
    assertThat(block.denied()).isEqualTo(1);
    assertThat(block.stepUp()).isEqualTo(1);
  }

  @Test
  void aRecordNeedsNoResource() throws DamagedBodyException {
    add(LINE.replace(",\"resource\":\"doc:1\"", ""));

    assertThat(BlockFilter.mayHold(block().filter(), RecordNames.resource("doc:1"))).isFalse();
  }

  @Test
  void theCallerIsAName() throws DamagedBodyException {
    add(LINE.replace("}", ",\"asked_by\":\"client:shop\"}"));

    assertThat(BlockFilter.mayHold(block().filter(), RecordNames.asker("client:shop"))).isTrue();
    assertThat(BlockFilter.mayHold(summary.filterWithoutAskers(), RecordNames.asker("client:shop")))
        .isFalse();
    assertThat(summary.filterWithoutAskers()).hasSize(5);
  }

  @Test
  void anErasedRecordIsCountedAndHasNoNames() throws DamagedBodyException {
    add(LINE);
    UUID id = UUID.fromString(ID.replace("7c3e", "7c3f"));
    ErasedRecord erased =
        new ErasedRecord(MerkleHash.emptyRoot(), id, "2026-03-01T12:00:00Z", "step_up");
    add(new String(erased.line(), StandardCharsets.UTF_8));

    assertThat(block().decisions()).isEqualTo(2);
    assertThat(block().stepUp()).isEqualTo(1);
    assertThat(block().lastId()).isEqualTo(id);
    assertThat(block().filter()).hasSize(5);
    assertThat(summary.erased().records()).isEqualTo(1);
    assertThatThrownBy(() -> add(new String(erased.line(), StandardCharsets.UTF_8)))
        .as("it follows itself")
        .isInstanceOf(DamagedBodyException.class);
  }

  @Test
  void namesWithinOtherMembersAreNoNames() throws DamagedBodyException {
    add(
        LINE.replace(
            "{\"id\"", "{\"context\":{\"id\":\"x\",\"outcome\":\"allow\",\"key\":[1]},\"id\""));

    assertThat(block().denied()).isEqualTo(1);
  }

  @Test
  void halfASurrogatePairIsAName() throws DamagedBodyException {
    add(LINE.replace("ann", "\\ud800"));

    assertThat(BlockFilter.mayHold(block().filter(), RecordNames.subject("user:\ud800"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nothing",
        "[]",
        "7",
        "{",
        "{\"id\":",
        "{}",
        "{\"id\":\"" + ID + "\"}",
        "{\"id\":7,\"outcome\":\"deny\",\"subject\":\"a:b\",\"key\":\"k\"}",
        "{\"id\":\"x\",\"outcome\":\"deny\",\"subject\":\"a:b\",\"key\":\"k\"}",
        "{\"id\":\"" + ID + "\",\"outcome\":\"maybe\",\"subject\":\"a:b\",\"key\":\"k\"}",
        "{\"id\":\"" + ID + "\",\"subject\":\"a:b\",\"key\":\"k\"}",
        "{\"id\":\"" + ID + "\",\"outcome\":\"deny\",\"key\":\"k\"}",
        "{\"id\":\"" + ID + "\",\"outcome\":\"deny\",\"subject\":\"a:b\"}"
      })
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> add(text)).isInstanceOf(DamagedBodyException.class);
    assertThat(summary.isEmpty()).isTrue();
  }

  @Test
  void moreThanOneObjectIsRefused() {
    assertThatThrownBy(() -> add(LINE + "{}")).isInstanceOf(DamagedBodyException.class);
    assertThatThrownBy(() -> add(LINE + "x")).isInstanceOf(DamagedBodyException.class);
  }

  @Test
  void aTextOfManyLevelsIsRefused() {
    String deep = "[".repeat(100_000);

    assertThatThrownBy(() -> add("{\"context\":" + deep)).isInstanceOf(DamagedBodyException.class);
  }

  @Test
  void recordsFollowOneAnother() throws DamagedBodyException {
    add(LINE);

    assertThatThrownBy(() -> add(LINE))
        .isInstanceOf(DamagedBodyException.class)
        .hasMessage("records that are out of order");
    assertThatThrownBy(() -> add(LINE.replace("7c3e", "7c3d")))
        .isInstanceOf(DamagedBodyException.class);
  }

  @Test
  void messagesHoldNothingOfTheText() {
    assertThatThrownBy(() -> add("{\"id\":\"secret"))
        .hasMessageNotContaining("secret")
        .hasNoCause();
  }

  /** Bytes behind a record are not of it. */
  private void add(String line) throws DamagedBodyException {
    byte[] text = (line + "~~~").getBytes(StandardCharsets.UTF_8);
    RecordedLine.add(text, text.length - 3, summary);
  }

  private Block block() {
    return summary.block(OrganizationId.next(), new byte[0]);
  }
}
