package io.iamplane.directory;

import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.shared.IamException;
import io.iamplane.shared.IdText;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Resolves references to entries. Rows refer to an entry by its id, so that an external id that is
 * later given to another account does not carry rights along. An id takes precedence over an
 * external id of the same text.
 */
@Singleton
public class SubjectDirectory {

  /** The types of entries that the directory owns, and their tables. */
  private static final Map<String, String> TABLES =
      Map.of(
          SubjectRef.USER, "iam_users",
          SubjectRef.GROUP, "iam_groups",
          SubjectRef.SERVICE_ACCOUNT, "iam_service_accounts");

  private static final String EVERYONE = "*";

  /**
   * A join, not a condition with the names as arrays: until there are statistics, the plan for that
   * compares each entry of the tenant with each name.
   */
  private static final String ENTRIES =
      """
      SELECT e.id, e.external_id FROM unnest(?::uuid[]) AS named (id)
      JOIN entries e ON e.organization_id = ? AND e.id = named.id
      UNION ALL
      SELECT e.id, e.external_id FROM unnest(?::text[]) AS named (external_id)
      JOIN entries e ON e.organization_id = ? AND e.external_id = named.external_id
      """;

  private final Sql sql;

  SubjectDirectory(Sql sql) {
    this.sql = sql;
  }

  /** The reference by id; empty when the directory should hold it and does not. */
  public Optional<SubjectRef> find(OrganizationId organization, SubjectRef reference) {
    return Optional.ofNullable(find(organization, Set.of(reference)).get(reference));
  }

  /** The reference by id; VALIDATION when the directory should hold it and does not. */
  public SubjectRef require(OrganizationId organization, String field, SubjectRef reference) {
    return find(organization, reference).orElseThrow(() -> unknown(field, reference));
  }

  /** Like {@link #require}; null stays null. */
  public @Nullable SubjectRef requireOrNull(
      OrganizationId organization, String field, @Nullable SubjectRef reference) {
    return reference == null ? null : require(organization, field, reference);
  }

  public static IamException unknown(String field, SubjectRef reference) {
    return IamException.validation(
        field, "there is no " + reference.type() + " with this id or external id");
  }

  /** Finds entries in memory, like {@link #find(OrganizationId, Collection)}. */
  public static Map<SubjectRef, SubjectRef> known(
      Collection<SubjectRef> references, Function<SubjectRef, Optional<SubjectRef>> entries) {
    Map<SubjectRef, SubjectRef> known = new HashMap<>();
    for (SubjectRef reference : references) {
      SubjectRef normal = reference.normal();
      Optional<SubjectRef> entry =
          standsForItself(normal) ? Optional.of(normal) : entries.apply(normal);
      entry.ifPresent(found -> known.put(reference, found));
    }
    return known;
  }

  private static boolean standsForItself(SubjectRef reference) {
    return !SubjectRef.isOfDirectory(reference.type()) || reference.id().equals(EVERYONE);
  }

  /**
   * Finds many at once: maps each reference to the same by id. References to types that the
   * directory does not own, and to everyone of a type, map to themselves; unknown ones are left
   * out.
   */
  public Map<SubjectRef, SubjectRef> find(
      OrganizationId organization, Collection<SubjectRef> references) {
    RoundTrip trip = sql.roundTrip();
    Supplier<Map<SubjectRef, SubjectRef>> found = find(organization, references, trip);
    trip.run();
    return found.get();
  }

  /** Finds entries, like {@link #find}, in the same round trip as other reads. */
  public Supplier<Map<SubjectRef, SubjectRef>> find(
      OrganizationId organization, Collection<SubjectRef> references, RoundTrip trip) {
    List<Asked> asked = new ArrayList<>();
    Map<SubjectRef, SubjectRef> found = new HashMap<>();
    for (Map.Entry<String, String> table : TABLES.entrySet()) {
      List<SubjectRef> named =
          references.stream()
              .filter(reference -> reference.type().equals(table.getKey()))
              .filter(reference -> !reference.id().equals(EVERYONE))
              .toList();
      if (!named.isEmpty()) {
        asked.add(new Asked(named, entries(organization, table.getValue(), named, trip)));
      }
    }
    for (SubjectRef reference : references) {
      if (standsForItself(reference)) {
        found.put(reference, reference.normal());
      }
    }
    return () -> {
      asked.forEach(each -> each.putInto(found));
      return found;
    };
  }

  private static Supplier<List<Entry>> entries(
      OrganizationId organization, String table, List<SubjectRef> named, RoundTrip trip) {
    return trip.list(
        entries(table),
        row -> new Entry(row.getString("id"), row.getString("external_id")),
        named.stream()
            .flatMap(reference -> UuidV7.parse(reference.id()).stream())
            .toArray(UUID[]::new),
        organization.value(),
        named.stream().map(each -> IdText.normal(each.id())).toArray(String[]::new),
        organization.value());
  }

  /** Returns true if all of some users and service accounts are active. */
  public boolean areActive(OrganizationId organization, List<SubjectRef> accounts) {
    return sql.list(
            """
            SELECT 1 FROM unnest(?::text[], ?::uuid[]) AS n (type, id)
            WHERE NOT EXISTS (SELECT FROM iam_users u
                WHERE n.type = 'user' AND u.organization_id = ? AND u.id = n.id
                  AND u.status = 'active')
              AND NOT EXISTS (SELECT FROM iam_service_accounts a
                WHERE n.type = 'service_account' AND a.organization_id = ? AND a.id = n.id
                  AND a.status = 'active')
            """,
            row -> true,
            accounts.stream().map(SubjectRef::type).toArray(String[]::new),
            accounts.stream().map(each -> UUID.fromString(each.id())).toArray(UUID[]::new),
            organization.value(),
            organization.value())
        .isEmpty();
  }

  /** Finds the users and service accounts that are not active. */
  public Set<SubjectRef> inactive(OrganizationId organization) {
    Set<SubjectRef> found = new HashSet<>();
    sql.forEach(
        """
        SELECT 'user' AS type, id FROM iam_users WHERE organization_id = ? AND status <> 'active'
        UNION ALL
        SELECT 'service_account', id FROM iam_service_accounts
        WHERE organization_id = ? AND status <> 'active'
        """,
        row -> found.add(new SubjectRef(row.getString("type"), row.getString("id"))),
        organization.value(),
        organization.value());
    return found;
  }

  static String entries(String table) {
    return ENTRIES.replace("entries", table);
  }

  private record Entry(String id, @Nullable String externalId) {}

  /** References of one type, and the entries that they may mean. */
  private record Asked(List<SubjectRef> references, Supplier<List<Entry>> entries) {

    void putInto(Map<SubjectRef, SubjectRef> found) {
      Map<String, String> byExternalId = new HashMap<>();
      Map<String, String> byId = new HashMap<>();
      for (Entry entry : entries.get()) {
        byId.put(entry.id(), entry.id());
        if (entry.externalId() != null) {
          byExternalId.put(entry.externalId(), entry.id());
        }
      }
      for (SubjectRef reference : references) {
        String id =
            byId.getOrDefault(reference.id(), byExternalId.get(IdText.normal(reference.id())));
        if (id != null) {
          found.put(reference, new SubjectRef(reference.type(), id));
        }
      }
    }
  }
}
