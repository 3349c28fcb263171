package io.iamplane.decision.erasure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.audit.erasure.PersonNames;
import io.iamplane.audit.tree.MerkleHash;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.block.BlockBuilder;
import io.iamplane.decision.block.BlockDeflater;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.block.BlockSummary.Erased;
import io.iamplane.decision.block.BodyReader.DamagedBodyException;
import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.erasure.ErasedBlockStore.StoredBody;
import io.iamplane.decision.seal.check.RecordedLine;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.OrganizationId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.Deflater;
import org.jboss.logging.Logger;

/** Takes the records that name a person out of blocks. For one thread. */
final class BlockErasure {

  private static final Logger LOG = Logger.getLogger(BlockErasure.class);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final OrganizationId organization;
  private final PersonNames names;
  private final BlockDeflater deflater = new BlockDeflater(Deflater.BEST_SPEED);

  BlockErasure(OrganizationId organization, PersonNames names) {
    this.organization = organization;
    this.names = names;
  }

  /**
   * A block as it will be.
   *
   * @param read the SHA-256 of the body that was read
   * @param erased all erased records of the block, the earlier ones too
   * @param records how many are erased now
   */
  record Rewritten(Block block, byte[] read, Erased erased, int records) {}

  /** Rewrites a block; empty when no record of it names the person. */
  Optional<Rewritten> of(StoredBody stored) {
    try {
      return rewritten(stored);
    } catch (IllegalStateException | IOException | UncheckedIOException | DamagedBodyException e) {
      // Verification finds what no process wrote.
      LOG.warnf("block %s of decisions cannot be read: %s", stored.id(), e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<Rewritten> rewritten(StoredBody stored)
      throws IOException, DamagedBodyException {
    List<byte[]> lines = new ArrayList<>();
    int records = 0;
    for (byte[] line : BlockLines.all(stored.body())) {
      boolean named = isNamed(line);
      lines.add(named ? erased(line) : line);
      records += named ? 1 : 0;
    }
    return records == 0 ? Optional.empty() : Optional.of(rewritten(stored, lines, records));
  }

  private Rewritten rewritten(StoredBody stored, List<byte[]> lines, int records)
      throws DamagedBodyException {
    BlockBuilder block = new BlockBuilder(organization, deflater);
    for (byte[] line : lines) {
      RecordedLine.add(line, line.length, block.summary());
      block.addText(line);
    }
    return new Rewritten(
        block.build(), Hashes.sha256(stored.body()), block.summary().erased(), records);
  }

  /** Records are ASCII: other letters are escaped, and are read before they are compared. */
  private boolean isNamed(byte[] line) throws IOException {
    if (ErasedRecord.isIn(line, line.length)) {
      return false;
    }
    String text = new String(line, StandardCharsets.US_ASCII);
    return names.in(text) || (text.contains("\\u") && names.in(MAPPER.readTree(line).toString()));
  }

  private static byte[] erased(byte[] line) throws IOException {
    JsonNode record = MAPPER.readTree(line);
    return new ErasedRecord(
            MerkleHash.leaf(line),
            UUID.fromString(record.path("id").asText()),
            record.path("outcome").asText())
        .line();
  }
}
