package io.iamplane.decision.seal;

import io.iamplane.chain.tree.CompactRange;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.MerklePath;
import io.iamplane.database.Transactions;
import io.iamplane.decision.block.BlockLines;
import io.iamplane.decision.block.ErasedRecord;
import io.iamplane.decision.journal.DecisionJournal;
import io.iamplane.decision.journal.RecordPlace;
import io.iamplane.decision.seal.DecisionProofView.TreeView;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/** Proves recorded decisions. */
@Singleton
class DecisionProofs {

  private static final String NOT_SEALED =
      "The decision is not sealed yet; decisions are sealed every minute.";

  private final DecisionJournal journal;
  private final SealStore seals;
  private final Transactions transactions;

  DecisionProofs(DecisionJournal journal, SealStore seals, Transactions transactions) {
    this.journal = journal;
    this.seals = seals;
    this.transactions = transactions;
  }

  /**
   * @throws IamException NOT_FOUND; CONFLICT while it is not sealed, or recorded elsewhere
   */
  DecisionProofView of(OrganizationId organization, UUID decision) {
    return transactions.callOnSnapshot(() -> {
      RecordPlace found = journal.place(organization, decision).orElseThrow(journal::missing);
      SealStore.Place place =
          seals
              .place(organization, found.block())
              .orElseThrow(() -> IamException.conflict(NOT_SEALED));
      List<MerkleHash> records = found.lines().stream().map(BlockLines::leaf).toList();
      List<MerkleHash> blocks =
          seals.roots(organization, place.seal()).stream().map(MerkleHash::leaf).toList();
      byte[] line = found.lines().get(found.index());
      return new DecisionProofView(
          ErasedRecord.isIn(line, line.length) ? null : new String(line, StandardCharsets.UTF_8),
          records.get(found.index()).toString(),
          tree(found.block(), records, found.index()),
          tree(place.seal(), blocks, place.position()),
          DecisionSeals.TARGET + ":" + place.seal());
    });
  }

  private static TreeView tree(UUID id, List<MerkleHash> leaves, int index) {
    return new TreeView(
        id.toString(),
        index,
        leaves.size(),
        MerklePath.of(leaves, index).stream().map(MerkleHash::toString).toList(),
        CompactRange.of(leaves).root().toString());
  }
}
