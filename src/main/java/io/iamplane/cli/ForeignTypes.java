package io.iamplane.cli;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.grant.relation.RelationNamesQuery;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Separates an imported model from other applications of the tenant. Relations are the tenant's:
 * those of a type count in every application that has the type, and so do those left from a type
 * that was removed. A help for the importing operator, not a boundary: applications may share types
 * on purpose.
 */
@Singleton
class ForeignTypes {

  private final CatalogReader catalog;
  private final RelationNamesQuery relations;

  ForeignTypes(CatalogReader catalog, RelationNamesQuery relations) {
    this.catalog = catalog;
    this.relations = relations;
  }

  /** Refuses a model with types of others, and names each. */
  void refuse(OrganizationId organization, BroughtModel model) {
    List<String> lines = new ArrayList<>();
    Set<String> fresh = new TreeSet<>(model.ownTypes());
    for (Application each : catalog.applications(organization)) {
      RelationModel theirs = each.model();
      Set<String> types = theirs == null ? Set.of() : theirs.types().keySet();
      if (each.key().equals(model.application())) {
        fresh.removeAll(types);
      } else {
        model.ownTypes().stream()
            .filter(types::contains)
            .map(
                type -> "type '%s' already belongs to application '%s'".formatted(type, each.key()))
            .forEach(lines::add);
      }
    }
    relations.typesInUse(organization, fresh).stream()
        .map(
            "relations of type '%s' already exist, and do not belong to this application"
                ::formatted)
        .forEach(lines::add);
    if (!lines.isEmpty()) {
      lines.add(
          ("relations of such a type apply in every application that has the type; use --prefix %s_"
                  + " for separate types, or --share-types if the type means the same objects"
                  + " everywhere")
              .formatted(model.application()));
      throw CommandException.ended(ExitCode.FINDING, lines);
    }
  }
}
