package io.iamplane.decision.erasure;

import static io.iamplane.decision.erasure.CraftedRecords.about;
import static io.iamplane.decision.erasure.CraftedRecords.block;
import static io.iamplane.decision.erasure.CraftedRecords.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockFilter;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.block.ErasedRecords;
import io.iamplane.decision.block.RecordNames;
import io.iamplane.decision.erasure.BlockErasure.Rewritten;
import io.iamplane.decision.erasure.ErasedBlockStore.StoredBlock;
import io.iamplane.shared.OrganizationId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A rewritten block has its root and counts, and a person's records no more. */
class BlockErasureTest {

  private static final OrganizationId TENANT = OrganizationId.next();
  private static final ErasedPerson ANN = person("user:ann");

  private final Block block =
      block(TENANT, about("user:ann"), about("user:bert"), about("user:ann"), about("user:carl"));

  @Test
  void theRecordsOfThePersonAreReplacedAndNothingElse() throws Exception {
    Rewritten rewritten = rewritten(ANN, block, ErasedRecords.NONE);
    Block after = rewritten.block();
    List<String> before = texts(block.body());
    List<String> lines = texts(after.body());

    assertThat(rewritten.records()).isEqualTo(2);
    assertThat(rewritten.erased().records()).isEqualTo(2);
    assertThat(lines).hasSize(4);
    assertThat(lines.get(1)).isEqualTo(before.get(1));
    assertThat(lines.get(3)).isEqualTo(before.get(3));
    assertThat(lines.get(0))
        .startsWith("{\"erased\":\"" + leaf(before.get(0)))
        .doesNotContain("ann");
    assertThat(after.root()).isEqualTo(block.root());
    assertThat(after.id()).isEqualTo(block.id());
    assertThat(after.lastId()).isEqualTo(block.lastId());
    assertThat(after.decisions()).isEqualTo(4);
    assertThat(after.denied()).isEqualTo(4);
    assertThat(after.stepUp()).isZero();
  }

  @Test
  void theFilterForgetsThePersonAndKnowsTheOthers() throws Exception {
    byte[] filter = rewritten(ANN, block, ErasedRecords.NONE).block().filter();

    assertThat(BlockFilter.mayHold(filter, RecordNames.subject("user:ann"))).isFalse();
    for (String name :
        List.of(
            RecordNames.subject("user:bert"),
            RecordNames.subject("user:carl"),
            RecordNames.resource("doc:1"),
            RecordNames.asker("client:shop"),
            RecordNames.key("app:read"))) {
      assertThat(BlockFilter.mayHold(filter, name)).as(name).isTrue();
    }
  }

  @Test
  void aBlockThatIsOthersStays() throws Exception {
    assertThat(of(person("user:dora"), block, ErasedRecords.NONE)).isEmpty();
    assertThat(of(person("user:an"), block, ErasedRecords.NONE)).isEmpty();
    assertThat(of(person("doc:1"), block, ErasedRecords.NONE)).isPresent();
  }

  @Test
  void aSecondErasureAddsToTheFirst() throws Exception {
    Rewritten first = rewritten(ANN, block, ErasedRecords.NONE);
    Rewritten second = rewritten(person("user:carl"), first.block(), first.erased());

    assertThat(second.records()).isEqualTo(1);
    assertThat(second.erased().records()).isEqualTo(3);
    assertThat(second.block().root()).isEqualTo(block.root());
    assertThat(of(ANN, second.block(), second.erased())).as("done again").isEmpty();
  }

  /** A name in a caller's words, or a name within a name, is no reason to take a record away. */
  @Test
  void hostileRecordsTakeNoOthersAlong() throws Exception {
    Block hostile =
        block(
            TENANT,
            about("user:bert") + ",'context':{'subject':'user:ann','x':'\\\\\\\"subject\\\\\\\"'}",
            about("user:bert") + ",'subject_properties':{'asked_by':'user:ann'}",
            about("user:annabel"),
            about("service_account:ann"));

    assertThat(of(ANN, hostile, ErasedRecords.NONE)).isEmpty();
  }

  @Test
  void aBlockThatDiffersFromItsSealIsNotRewritten() {
    Block other = block(TENANT, about("user:ann"), about("user:bert"));
    StoredBlock right = stored(block);
    List<StoredBlock> wrong = new ArrayList<>();
    wrong.add(with(right, other.body(), block.root(), 4));
    wrong.add(with(right, block.body(), other.root(), 4));
    wrong.add(with(right, block.body(), block.root(), 5));
    wrong.add(
        new StoredBlock(
            other.id(), block.lastId(), 4, 4, 0, block.root(), block.body(), block.root()));
    wrong.add(
        new StoredBlock(
            block.id(), other.lastId(), 4, 4, 0, block.root(), block.body(), block.root()));
    wrong.add(
        new StoredBlock(
            block.id(), block.lastId(), 4, 3, 0, block.root(), block.body(), block.root()));
    wrong.add(
        new StoredBlock(
            block.id(), block.lastId(), 4, 4, 1, block.root(), block.body(), block.root()));
    wrong.add(
        new StoredBlock(
            block.id(), block.lastId(), 4, 4, 0, other.root(), block.body(), block.root()));
    for (StoredBlock each : wrong) {
      assertThatThrownBy(() -> new BlockErasure(TENANT, ANN).of(each, ErasedRecords.NONE))
          .isInstanceOf(DamagedBodyException.class)
          .hasMessageStartingWith("records that do not match ");
    }
  }

  /** Rewritten, lines that someone put in the place of records would be recorded as right. */
  @Test
  void erasedRecordsThatAreNotRecordedAreNotVouchedFor() throws Exception {
    Rewritten first = rewritten(ANN, block, ErasedRecords.NONE);
    ErasedPerson carl = person("user:carl");
    assertThatThrownBy(() -> of(carl, first.block(), ErasedRecords.NONE))
        .isInstanceOf(DamagedBodyException.class)
        .hasMessage("erased records that differ from the audit log");
    assertThatThrownBy(() -> of(carl, block, first.erased()))
        .isInstanceOf(DamagedBodyException.class);
    List<byte[]> lines = new ArrayList<>(BlockLines.all(first.block().body()));
    ErasedRecord line = ErasedRecord.read(lines.get(0), lines.get(0).length).orElseThrow();
    lines.set(0, new ErasedRecord(line.leaf(), line.id(), "2000-01-01T00:00:00Z", "deny").line());
    Block changed = CraftedRecords.of(TENANT, lines);
    assertThat(changed.root()).isEqualTo(block.root());
    assertThatThrownBy(() -> of(carl, changed, first.erased()))
        .isInstanceOf(DamagedBodyException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5})
  void aBodyThatIsNotOneIsRefused(int kind) {
    byte[] body =
        switch (kind) {
          case 0 -> new byte[0];
          case 1 -> new byte[] {3, 0};
          case 2 -> Arrays.copyOf(block.body(), block.body().length + 1);
          default -> Arrays.copyOf(block.body(), block.body().length / 2);
        };
    assertThatThrownBy(() ->
            new BlockErasure(TENANT, ANN)
                .of(with(stored(block), body, block.root(), 4), ErasedRecords.NONE))
        .isInstanceOf(DamagedBodyException.class);
  }

  @Test
  void aBodyThatIsTooLongIsRefusedBeforeItsEnd() {
    assertThatThrownBy(() ->
            new BlockErasure(TENANT, ANN)
                .of(with(stored(block), null, block.root(), 4), ErasedRecords.NONE))
        .isInstanceOf(DamagedBodyException.class)
        .hasMessage("a body that exceeds the maximum size");
    assertThatThrownBy(
            () -> new BlockErasure(TENANT, ANN, 100).of(stored(block), ErasedRecords.NONE))
        .isInstanceOf(DamagedBodyException.class)
        .hasMessageContaining("when inflated");
  }

  @Test
  void oneErasureGoesThroughManyBlocks() throws Exception {
    BlockErasure erasure = new BlockErasure(TENANT, ANN);
    for (int i = 0; i < 20; i++) {
      Block next = block(TENANT, about("user:ann"), about("user:bert"));
      if (i % 3 == 0) {
        assertThatThrownBy(() ->
                erasure.of(with(stored(next), new byte[1], next.root(), 2), ErasedRecords.NONE))
            .isInstanceOf(DamagedBodyException.class);
      }
      Rewritten rewritten = erasure.of(stored(next), ErasedRecords.NONE).orElseThrow();
      assertThat(BlockLines.of(rewritten.block().body())).hasSize(1);
      assertThat(rewritten.block().root()).isEqualTo(next.root());
    }
  }

  private static ErasedPerson person(String reference) {
    return new ErasedPerson(reference, Instant.EPOCH, Instant.now(), null);
  }

  private static Rewritten rewritten(ErasedPerson person, Block block, ErasedRecords recorded)
      throws DamagedBodyException {
    return of(person, block, recorded).orElseThrow();
  }

  private static Optional<Rewritten> of(ErasedPerson person, Block block, ErasedRecords recorded)
      throws DamagedBodyException {
    return new BlockErasure(TENANT, person).of(stored(block), recorded);
  }

  private static StoredBlock stored(Block block) {
    return new StoredBlock(
        block.id(),
        block.lastId(),
        block.decisions(),
        block.denied(),
        block.stepUp(),
        block.root(),
        block.body(),
        block.root());
  }

  private static StoredBlock with(
      StoredBlock block, byte[] body, byte[] sealedRoot, int decisions) {
    return new StoredBlock(
        block.id(),
        block.lastId(),
        decisions,
        block.denied(),
        block.stepUp(),
        block.root(),
        body,
        sealedRoot);
  }

  private static String leaf(String line) {
    return MerkleHash.leaf(line.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
