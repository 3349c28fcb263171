package io.iamplane.audit.events;

import io.iamplane.chain.CheckpointReader;
import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.chain.TileStore;
import io.iamplane.chain.note.SignedNote;
import io.iamplane.chain.note.TlogProof;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.TreeReader;
import io.iamplane.database.Transactions;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/** Proves by signed checkpoints that a record is in a chain, and that a chain only ever grew. */
@Singleton
public class ProofService {

  private final AuditEventReader events;
  private final CheckpointReader checkpoints;
  private final TileStore tiles;
  private final Transactions transactions;

  ProofService(
      AuditEventReader events,
      CheckpointReader checkpoints,
      TileStore tiles,
      Transactions transactions) {
    this.events = events;
    this.checkpoints = checkpoints;
    this.tiles = tiles;
    this.transactions = transactions;
  }

  /**
   * The file that proves a record (C2SP tlog-proof), by the last checkpoint.
   *
   * @throws IamException NOT_FOUND; CONFLICT when no checkpoint covers the record yet
   */
  byte[] inclusion(OrganizationId organization, UUID id) {
    return transactions.callOnSnapshot(() -> {
      AuditEventView event = events.byId(organization, id).orElseThrow(IamException::notFound);
      StoredCheckpoint checkpoint =
          checkpoints
              .last(organization)
              .filter(last -> last.size() >= event.seq())
              .filter(checkpoints.disowned(organization).negate())
              .orElseThrow(() ->
                  IamException.conflict(
                      "No checkpoint covers this record yet; create one with POST "
                          + "audit/checkpoints."));
      List<MerkleHash> proof =
          tree(organization, checkpoint.size()).inclusionProof(event.seq() - 1, checkpoint.size());
      SignedNote note = SignedNote.parse(checkpoint.note().getBytes(StandardCharsets.UTF_8));
      return new TlogProof(event.seq() - 1, proof, note).encode();
    });
  }

  /**
   * The proof that the chain of one checkpoint begins with that of an earlier one (RFC 9162,
   * section 2.1.4).
   *
   * @throws IamException NOT_FOUND when there is no checkpoint of that size; VALIDATION naming
   *     {@code from} when the earlier one is not there or is no earlier one
   */
  public ConsistencyView consistency(OrganizationId organization, long size, long from) {
    return transactions.callOnSnapshot(() -> {
      StoredCheckpoint to = checkpoints.of(organization, size).orElseThrow(IamException::notFound);
      if (from > size) {
        throw IamException.validation("from", "must be the size of an earlier checkpoint");
      }
      StoredCheckpoint earlier =
          checkpoints
              .of(organization, from)
              .orElseThrow(() ->
                  IamException.validation("from", "must be the size of an earlier checkpoint"));
      Base64.Encoder base64 = Base64.getEncoder();
      return new ConsistencyView(
          earlier.note(),
          to.note(),
          tree(organization, size).consistencyProof(from, size).stream()
              .map(hash -> base64.encodeToString(hash.bytes()))
              .toList());
    });
  }

  private TreeReader tree(OrganizationId organization, long size) {
    return new TreeReader(tiles.reader(organization), size);
  }
}
