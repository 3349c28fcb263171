package io.iamplane.grant.duty;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Asks the catalogue for permissions, all at once. */
@Singleton
class PermissionsQuery {

  private final Sql sql;
  private final CatalogReader catalog;

  PermissionsQuery(Sql sql, CatalogReader catalog) {
    this.sql = sql;
    this.catalog = catalog;
  }

  Set<String> known(OrganizationId organization, Collection<String> keys) {
    RoundTrip trip = sql.roundTrip();
    Map<String, Supplier<Boolean>> answers = new LinkedHashMap<>();
    keys.forEach(key -> answers.put(key, catalog.hasPermission(organization, key, trip)));
    trip.run();
    return answers.entrySet().stream()
        .filter(each -> each.getValue().get())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
