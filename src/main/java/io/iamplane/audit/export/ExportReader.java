package io.iamplane.audit.export;

import io.iamplane.chain.ChainHead;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Reads a chain to write it elsewhere, a portion at a time. */
@Singleton
class ExportReader {

  private static final int PORTION = 1_000;

  private final Sql sql;

  ExportReader(Sql sql) {
    this.sql = sql;
  }

  record Personal(byte[] salt, String value) {}

  /** A record, with its personal values by their paths if they are asked for. */
  record Row(
      long seq,
      String canonical,
      byte[] previousHash,
      byte[] hash,
      Map<String, Personal> personal) {}

  Optional<ChainHead> head(OrganizationId organization) {
    return sql.first(
        "SELECT seq, hash, tree FROM iam_audit_heads WHERE organization_id = ?",
        ChainHead::read,
        organization.value());
  }

  byte[] hash(OrganizationId organization, long seq) {
    return sql.first(
            "SELECT hash FROM iam_audit_records WHERE organization_id = ? AND seq = ?",
            row -> row.getBytes("hash"),
            organization.value(),
            seq)
        .orElseThrow(() -> new IllegalStateException("the chain has no record " + seq));
  }

  /** Visits the records after a number, in the order of their numbers. */
  void forEach(OrganizationId organization, long after, boolean personal, Consumer<Row> each) {
    List<Row> portion = new ArrayList<>(PORTION);
    sql.forEach(
        """
        SELECT seq, canonical, prev_hash, hash FROM iam_audit_records
        WHERE organization_id = ? AND seq > ? ORDER BY seq
        """,
        row -> {
          portion.add(
              new Row(
                  row.getLong("seq"),
                  row.getString("canonical"),
                  row.getBytes("prev_hash"),
                  row.getBytes("hash"),
                  new TreeMap<>()));
          if (portion.size() == PORTION) {
            give(organization, portion, personal, each);
          }
        },
        organization.value(),
        after);
    give(organization, portion, personal, each);
  }

  private void give(
      OrganizationId organization, List<Row> portion, boolean personal, Consumer<Row> each) {
    if (personal && !portion.isEmpty()) {
      Map<Long, Row> bySeq = new HashMap<>();
      portion.forEach(row -> bySeq.put(row.seq(), row));
      sql.forEach(
          """
          SELECT seq, path, salt, value FROM iam_audit_personal
          WHERE organization_id = ? AND seq >= ? AND seq <= ?
          """,
          row -> {
            Row owner = bySeq.get(row.getLong("seq"));
            if (owner != null) {
              owner
                  .personal()
                  .put(
                      row.getString("path"),
                      new Personal(row.getBytes("salt"), row.getString("value")));
            }
          },
          organization.value(),
          portion.getFirst().seq(),
          portion.getLast().seq());
    }
    portion.forEach(each);
    portion.clear();
  }
}
