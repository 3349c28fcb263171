package io.iamplane.audit.erasure;

import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds places that name a person and that an erasure cannot, or must not, change itself. */
@Singleton
class RemainderReader {

  private final Sql sql;
  private final CopyStore store;
  private final Transactions transactions;
  private final Walk walk;

  RemainderReader(Sql sql, CopyStore store, Transactions transactions, Walk walk) {
    this.sql = sql;
    this.store = store;
    this.transactions = transactions;
    this.walk = walk;
  }

  private record Row(String key, List<@Nullable String> texts) {}

  /** The present policy and configuration: a table at a time, and no lock. */
  void live(OrganizationId organization, SubjectRef subject, PersonNames names, Remainder found) {
    for (LivePlace place : LivePlace.values()) {
      for (Row row : transactions.call(() -> rows(place, organization, names))) {
        if (place == LivePlace.USER && row.key().equals(subject.id())) {
          continue;
        }
        for (int i = 0; i < place.columns().size(); i++) {
          if (names.in(row.texts().get(i))) {
            found.add(place, row.key(), place.columns().get(i), names);
          }
        }
      }
    }
  }

  private List<Row> rows(LivePlace place, OrganizationId organization, PersonNames names) {
    return sql.list(
        place.sql(),
        row -> {
          List<@Nullable String> texts = new ArrayList<>();
          for (int i = 0; i < place.columns().size(); i++) {
            texts.add(row.getString(i + 2));
          }
          return new Row(row.getString("key"), texts);
        },
        organization.value(),
        names.patterns());
  }

  /** Identifiers that were chained in clear. */
  void records(OrganizationId organization, Range range, PersonNames names, Remainder found) {
    if (range.isEmpty()) {
      return;
    }
    walk.all(
        range,
        (from, rows) -> {
          transactions
              .call(() -> store.records(organization, from.first(rows), names.patterns()))
              .stream()
              .filter(record -> names.in(record.canonical()))
              .forEach(record -> found.addRecord(record.seq()));
          return new Walk.Portion<>(0, from.beyond(rows));
        });
  }
}
