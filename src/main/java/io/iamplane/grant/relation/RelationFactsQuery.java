package io.iamplane.grant.relation;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.change.Recording;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.grant.PolicyFacts;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads the facts for the validation of relations: from memory, or by one round trip. */
@Singleton
class RelationFactsQuery {

  private final Sql sql;
  private final CatalogReader catalog;
  private final SubjectDirectory directory;
  private final PolicyFacts policies;

  RelationFactsQuery(
      Sql sql, CatalogReader catalog, SubjectDirectory directory, PolicyFacts policies) {
    this.sql = sql;
    this.catalog = catalog;
    this.directory = directory;
    this.policies = policies;
  }

  /**
   * The existing parts of relations; {@code known} has the entries by their names in the relations,
   * without unknown ones, and {@code isNew} holds only for relations that certainly do not exist.
   */
  record RelationFacts(
      Collection<Application> applications,
      List<RelationModel> models,
      Map<SubjectRef, SubjectRef> known,
      Predicate<Relation.Key> isNew) {}

  /** Reads the facts from the policy that a change starts from. */
  RelationFacts before(Recording recording, List<NewRelation> batch) {
    return policies
        .before(recording)
        .map(present -> of(present, batch))
        .orElseGet(() -> of(recording.organization(), batch));
  }

  private static RelationFacts of(PolicyFacts.Present present, List<NewRelation> batch) {
    return new RelationFacts(
        present.applications(),
        present.models(),
        SubjectDirectory.known(references(batch), present::entry),
        key ->
            !present.hasRelation(
                key.subject(), key.subjectRelation(), key.relation(), key.object()));
  }

  RelationFacts of(OrganizationId organization, List<NewRelation> batch) {
    RoundTrip trip = sql.roundTrip();
    Supplier<List<Application>> applications = catalog.applications(organization, trip);
    Supplier<Map<SubjectRef, SubjectRef>> known =
        directory.find(organization, references(batch), trip);
    trip.run();
    return new RelationFacts(
        applications.get(),
        applications.get().stream().map(Application::model).filter(Objects::nonNull).toList(),
        known.get(),
        _ -> false);
  }

  private static List<SubjectRef> references(List<NewRelation> batch) {
    return batch.stream()
        .flatMap(relation -> Stream.of(relation.subject(), relation.object()))
        .distinct()
        .toList();
  }
}
