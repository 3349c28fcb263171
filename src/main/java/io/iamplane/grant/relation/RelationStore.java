package io.iamplane.grant.relation;

import io.iamplane.change.Recording;
import io.iamplane.database.Columns;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.grant.relation.Relation.Key;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_relations}. */
@Singleton
class RelationStore {

  /** One look-up in the index of keys for each, regardless of the statistics. */
  static final String FIND =
      "SELECT "
          + RelationRows.COLUMNS
          + """
          FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
            AS k (object_type, object_id, relation, subject_type, subject_id, subject_relation)
          CROSS JOIN LATERAL (
            SELECT * FROM iam_relations t
            WHERE t.key = iam_relation_key(?, k.object_type, k.object_id, k.relation,
              k.subject_type, k.subject_id, k.subject_relation)
            LIMIT 1) r
          """;

  private static final String INSERT_ALL =
      """
      INSERT INTO iam_relations (organization_id, id, subject_type, subject_id, subject_relation,
        relation, object_type, object_id, condition, condition_name, condition_values, valid_from,
        valid_until, created_at)
      SELECT unnest(?::uuid[]), unnest(?::uuid[]), unnest(?::text[]), unnest(?::text[]),
        unnest(?::text[]), unnest(?::text[]), unnest(?::text[]), unnest(?::text[]),
        unnest(?::text[]), unnest(?::text[]), unnest(?::text[])::jsonb, unnest(?::timestamptz[]),
        unnest(?::timestamptz[]), unnest(?::timestamptz[])
      """;

  private static final String INSERT = INSERT_ALL + "ON CONFLICT (key) DO NOTHING";

  private final Sql sql;
  private final RelationRows rows;

  RelationStore(Sql sql, RelationRows rows) {
    this.sql = sql;
    this.rows = rows;
  }

  Map<Key, Relation> find(OrganizationId organization, Collection<Key> keys) {
    RoundTrip trip = sql.roundTrip();
    // A plan that was kept from when the table was small would read the whole of it for each key.
    trip.list("SELECT set_config('plan_cache_mode', 'force_custom_plan', true)", row -> true);
    Supplier<List<Relation>> found =
        trip.list(
            FIND,
            rows::read,
            texts(keys, key -> key.object().type()),
            texts(keys, key -> key.object().id()),
            texts(keys, Key::relation),
            texts(keys, key -> key.subject().type()),
            texts(keys, key -> key.subject().id()),
            texts(keys, key -> column(key.subjectRelation())),
            organization.value());
    trip.run();
    return found.get().stream().collect(Collectors.toMap(Relation::key, Function.identity()));
  }

  void forEach(OrganizationId organization, Consumer<Relation> each) {
    sql.forEach(RelationRows.SELECT, row -> each.accept(rows.read(row)), organization.value());
  }

  void forEachOnCondition(OrganizationId organization, Consumer<Relation> each) {
    sql.forEach(
        RelationRows.SELECT + " AND condition IS NOT NULL",
        row -> each.accept(rows.read(row)),
        organization.value());
  }

  void forEachNaming(
      OrganizationId organization, Collection<String> conditions, Consumer<Relation> each) {
    sql.forEach(
        RelationRows.SELECT + " AND condition_name = ANY (?)",
        row -> each.accept(rows.read(row)),
        organization.value(),
        conditions.toArray(String[]::new));
  }

  /**
   * Writes the relations that do not exist yet, regardless of their terms; returns their number.
   */
  int insert(Recording recording, Collection<Relation> relations) {
    RoundTrip trip = sql.roundTrip();
    Supplier<Integer> created = trip.count(INSERT, columns(recording, relations));
    trip.run();
    return created.get();
  }

  /** Writes relations, and fails if one exists: this saves a query. */
  void insertAll(Recording recording, Collection<Relation> relations) {
    RoundTrip trip = sql.roundTrip();
    trip.update(relations.size(), INSERT_ALL, columns(recording, relations));
    trip.run();
  }

  /** Writes relations of which none is there. */
  void insertNew(Recording recording, Collection<Relation> relations) {
    sql.updateLater(relations.size(), INSERT, columns(recording, relations));
  }

  private Object[] columns(Recording recording, Collection<Relation> relations) {
    Columns<Relation> of = new Columns<>(List.copyOf(relations));
    return new Object[] {
      of.ids(_ -> recording.organization().value()),
      of.ids(Relation::id),
      of.texts(relation -> relation.subject().type()),
      of.texts(relation -> relation.subject().id()),
      of.texts(relation -> column(relation.subjectRelation())),
      of.texts(Relation::relation),
      of.texts(relation -> relation.object().type()),
      of.texts(relation -> relation.object().id()),
      of.texts(Relation::condition),
      of.texts(RelationStore::conditionName),
      of.texts(rows::values),
      of.times(Relation::validFrom),
      of.times(Relation::validUntil),
      of.times(Relation::createdAt)
    };
  }

  void update(Recording recording, Relation relation) {
    sql.updateOne(
        """
        UPDATE iam_relations SET condition = ?, condition_name = ?, condition_values = ?::jsonb,
          valid_from = ?, valid_until = ?
        WHERE organization_id = ? AND id = ?
        """,
        relation.condition(),
        conditionName(relation),
        rows.values(relation),
        relation.validFrom(),
        relation.validUntil(),
        recording.organization().value(),
        relation.id());
  }

  void delete(Recording recording, Relation relation) {
    sql.updateOne(
        "DELETE FROM iam_relations WHERE organization_id = ? AND id = ?",
        recording.organization().value(),
        relation.id());
  }

  private static String[] texts(Collection<Key> keys, Function<Key, String> part) {
    return keys.stream().map(part).toArray(String[]::new);
  }

  private static @Nullable String conditionName(Relation relation) {
    RelationCondition named = relation.namedCondition();
    return named == null ? null : named.name();
  }

  private static String column(@Nullable String subjectRelation) {
    return subjectRelation == null ? "" : subjectRelation;
  }
}
