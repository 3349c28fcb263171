package io.iamplane.chain;

import io.iamplane.chain.tree.CompactRange;
import io.iamplane.shared.OrganizationId;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The end of a chain: the number and hash of its last record, and the tree over all of them.
 *
 * @param seq 0 before the first record
 */
public record ChainHead(long seq, byte[] hash, CompactRange tree) {

  public static ChainHead genesis(OrganizationId organization) {
    return new ChainHead(0, ChainHash.genesis(organization), CompactRange.empty());
  }

  /** Reads a row with the columns {@code seq}, {@code hash} and {@code tree}. */
  public static ChainHead read(ResultSet row) throws SQLException {
    long seq = row.getLong("seq");
    return new ChainHead(seq, row.getBytes("hash"), CompactRange.decode(seq, row.getBytes("tree")));
  }
}
