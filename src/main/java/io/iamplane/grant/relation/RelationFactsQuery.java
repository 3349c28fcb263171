package io.iamplane.grant.relation;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads what relations are checked against, in one round trip. */
@Singleton
class RelationFactsQuery {

  private final Sql sql;
  private final CatalogReader catalog;
  private final SubjectDirectory directory;

  RelationFactsQuery(Sql sql, CatalogReader catalog, SubjectDirectory directory) {
    this.sql = sql;
    this.catalog = catalog;
    this.directory = directory;
  }

  /**
   * What there is of that which relations name.
   *
   * @param applications the tenant's
   * @param known the entries by the names that the relations use; unknown ones are left out
   */
  record RelationFacts(List<Application> applications, Map<SubjectRef, SubjectRef> known) {}

  RelationFacts of(OrganizationId organization, List<NewRelation> batch) {
    RoundTrip trip = sql.roundTrip();
    Supplier<List<Application>> applications = catalog.applications(organization, trip);
    Supplier<Map<SubjectRef, SubjectRef>> known =
        directory.find(
            organization,
            batch.stream()
                .flatMap(relation -> Stream.of(relation.subject(), relation.object()))
                .distinct()
                .toList(),
            trip);
    trip.run();
    return new RelationFacts(applications.get(), known.get());
  }
}
