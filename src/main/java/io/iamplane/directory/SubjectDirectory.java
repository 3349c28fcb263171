package io.iamplane.directory;

import io.iamplane.database.Sql;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Knows which entry a reference names. What is stored refers to an entry by its id, so that an
 * external id that is later given to another account does not carry rights along. An id takes
 * precedence over an external id of the same text.
 */
@ApplicationScoped
public class SubjectDirectory {

  /** The types whose entries the directory owns, and their tables. */
  private static final Map<String, String> TABLES =
      Map.of(
          SubjectRef.USER, "iam_users",
          SubjectRef.GROUP, "iam_groups",
          SubjectRef.SERVICE_ACCOUNT, "iam_service_accounts");

  private static final String EVERYONE = "*";

  private final Sql sql;

  SubjectDirectory(Sql sql) {
    this.sql = sql;
  }

  /** Whether entries of that type live in the directory. */
  public static boolean owns(String type) {
    return TABLES.containsKey(type);
  }

  /** The reference by id; empty when the directory should hold it and does not. */
  public Optional<SubjectRef> find(OrganizationId organization, SubjectRef reference) {
    return Optional.ofNullable(find(organization, Set.of(reference)).get(reference));
  }

  /**
   * The reference by id.
   *
   * @throws IamException VALIDATION when the directory should hold it and does not
   */
  public SubjectRef require(OrganizationId organization, String field, SubjectRef reference) {
    return find(organization, reference)
        .orElseThrow(() ->
            IamException.validation(
                field, "there is no " + reference.type() + " with this id or external_id"));
  }

  /**
   * Finds many at once: by reference, the same by id. References to types that the directory does
   * not own, and to everyone of a type, stand for themselves; what is unknown is left out.
   */
  public Map<SubjectRef, SubjectRef> find(
      OrganizationId organization, Collection<SubjectRef> references) {
    Map<SubjectRef, SubjectRef> found = new HashMap<>();
    for (Map.Entry<String, String> table : TABLES.entrySet()) {
      List<SubjectRef> asked =
          references.stream()
              .filter(reference -> reference.type().equals(table.getKey()))
              .filter(reference -> !reference.id().equals(EVERYONE))
              .toList();
      if (!asked.isEmpty()) {
        find(organization, table.getValue(), asked, found);
      }
    }
    for (SubjectRef reference : references) {
      if (!owns(reference.type()) || reference.id().equals(EVERYONE)) {
        found.put(reference, reference);
      }
    }
    return found;
  }

  private void find(
      OrganizationId organization,
      String table,
      List<SubjectRef> asked,
      Map<SubjectRef, SubjectRef> found) {
    String type = asked.getFirst().type();
    Map<String, String> byExternalId = new HashMap<>();
    Map<String, String> byId = new HashMap<>();
    sql.forEach(
        "SELECT id, external_id FROM "
            + table
            + " WHERE organization_id = ? AND (id = ANY (?) OR external_id = ANY (?))",
        row -> {
          String id = row.getString("id");
          byId.put(id, id);
          String externalId = row.getString("external_id");
          if (externalId != null) {
            byExternalId.put(externalId, id);
          }
        },
        organization.value(),
        asked.stream()
            .flatMap(reference -> UuidV7.parse(reference.id()).stream())
            .toArray(UUID[]::new),
        asked.stream().map(SubjectRef::id).toArray(String[]::new));
    for (SubjectRef reference : asked) {
      String id = byId.getOrDefault(reference.id(), byExternalId.get(reference.id()));
      if (id != null) {
        found.put(reference, new SubjectRef(type, id));
      }
    }
  }
}
