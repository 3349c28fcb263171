package io.iamplane.audit.events;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.database.JsonColumns;
import io.iamplane.database.Keyset;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reads records to show them, the latest first. */
@Singleton
class AuditEventReader {

  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private static final String SELECT =
      """
      SELECT seq, id, occurred_at, canonical, hash FROM iam_audit_records
      WHERE organization_id = ?
      """;

  static final String BY_ID = SELECT + " AND id = ?";

  private final Sql sql;
  private final Transactions transactions;
  private final SubjectDirectory directory;
  private final ObjectMapper mapper;

  AuditEventReader(
      Sql sql, Transactions transactions, SubjectDirectory directory, ObjectMapper mapper) {
    this.sql = sql;
    this.transactions = transactions;
    this.directory = directory;
    this.mapper = JsonColumns.stored(mapper);
  }

  private record Row(long seq, UUID id, Instant occurredAt, String canonical, byte[] hash) {}

  /**
   * Reads a page of matching records. They name people, groups and accounts by their ids; a filter
   * may name them by external ids. One that the directory does not know stands for itself: it may
   * have been deleted.
   */
  Page<AuditEventView> page(
      OrganizationId organization, PageRequest page, AuditEventFilter filter) {
    return transactions.call(() -> {
      AuditEventFilter named =
          filter.named(name -> directory.find(organization, name).orElse(name));
      List<Row> rows = sql.list(query(organization, page, named), AuditEventReader::read);
      Page<Row> cut = Page.cut(rows, page.limit(), AuditEventReader::position);
      Map<Long, Map<String, String>> personal = personal(organization, cut.items());
      return cut.map(row -> event(row, personal.getOrDefault(row.seq(), Map.of())));
    });
  }

  Optional<AuditEventView> byId(OrganizationId organization, UUID id) {
    return transactions.call(() ->
        sql.first(BY_ID, AuditEventReader::read, organization.value(), id)
            .map(row ->
                event(
                    row, personal(organization, List.of(row)).getOrDefault(row.seq(), Map.of()))));
  }

  static Keyset query(OrganizationId organization, PageRequest page, AuditEventFilter filter) {
    Keyset query =
        Keyset.of(SELECT, "occurred_at, seq", organization.value())
            .descending()
            .filter("actor = ?", filter.actor() == null ? null : filter.actor().toString())
            .filter("target_type = ?", filter.target() == null ? null : filter.target().type())
            .filter("target_id = ?", filter.target() == null ? null : filter.target().id())
            .filter("occurred_at >= ?", filter.from())
            .filter("occurred_at < ?", filter.to())
            .rows(page.limit() + 1);
    if (filter.types() != null) {
      query.either("event_type", null, filter.types());
    }
    return page.after() == null ? query : after(query, page.after());
  }

  private Map<Long, Map<String, String>> personal(OrganizationId organization, List<Row> rows) {
    Map<Long, Map<String, String>> found = new HashMap<>();
    sql.list(
        """
        SELECT seq, path, value FROM iam_audit_personal
        WHERE organization_id = ? AND seq = ANY (?)
        """,
        row ->
            found
                .computeIfAbsent(row.getLong("seq"), _ -> new HashMap<>())
                .put(row.getString("path"), row.getString("value")),
        organization.value(),
        rows.stream().map(Row::seq).toArray(Long[]::new));
    return found;
  }

  private AuditEventView event(Row row, Map<String, String> personal) {
    try {
      JsonNode record = mapper.readTree(row.canonical());
      for (Map.Entry<String, String> value : personal.entrySet()) {
        putBack(record, value.getKey(), mapper.readTree(value.getValue()));
      }
      return AuditEventView.of(
          row.seq(), row.id(), row.occurredAt(), row.hash(), mapper.convertValue(record, OBJECT));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a stored record is not valid JSON", e);
    }
  }

  private static void putBack(JsonNode record, String pointer, JsonNode value) {
    int last = pointer.lastIndexOf('/');
    if (record.at(pointer.substring(0, last)) instanceof ObjectNode parent) {
      String name = pointer.substring(last + 1).replace("~1", "/").replace("~0", "~");
      parent.set(name, value);
    }
  }

  private static Row read(ResultSet row) throws SQLException {
    return new Row(
        row.getLong("seq"),
        row.getObject("id", UUID.class),
        Sql.instant(row, "occurred_at"),
        row.getString("canonical"),
        row.getBytes("hash"));
  }

  private static String position(Row row) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, row.occurredAt()) + ":" + row.seq();
  }

  /** The checksum of a cursor is no secret: a position may be made up. */
  private static Keyset after(Keyset query, String position) {
    if (!position.matches("[0-9]{1,16}:[0-9]{1,18}")) {
      throw IamException.validation("cursor", "not a valid cursor for this list");
    }
    String[] parts = position.split(":", -1);
    Instant time = Instant.EPOCH.plus(Long.parseLong(parts[0]), ChronoUnit.MICROS);
    return query.after(time, Long.parseLong(parts[1]));
  }
}
