package io.iamplane.grant;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.change.Recording;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Reads the facts for the validation of a grant: from memory, or by one round trip. */
@Singleton
class GrantFactsQuery {

  private final Sql sql;
  private final CatalogReader catalog;
  private final SubjectDirectory directory;
  private final PolicyFacts policies;

  GrantFactsQuery(
      Sql sql, CatalogReader catalog, SubjectDirectory directory, PolicyFacts policies) {
    this.sql = sql;
    this.catalog = catalog;
    this.directory = directory;
    this.policies = policies;
  }

  /** The existing parts of a grant; {@code known} lacks a subject or resource that is unknown. */
  record GrantFacts(
      boolean hasApplication,
      boolean hasPrivilege,
      AttributeSchema schema,
      Map<SubjectRef, SubjectRef> known) {}

  /** Reads the facts from the policy that a change starts from. */
  GrantFacts before(Recording recording, NewGrant request) {
    return policies
        .before(recording)
        .map(present -> of(present, request))
        .orElseGet(() -> of(recording.organization(), request));
  }

  static GrantFacts of(PolicyFacts.Present present, NewGrant request) {
    String application = request.application();
    String privilege = request.privilegeKey();
    return new GrantFacts(
        application == null || present.hasApplication(application),
        switch (request.privilegeType()) {
          case ROLE -> present.hasRole(privilege);
          case PERMISSION -> present.hasPermission(privilege);
        },
        present.schema(application, privilege),
        SubjectDirectory.known(references(request), present::entry));
  }

  GrantFacts of(OrganizationId organization, NewGrant request) {
    RoundTrip trip = sql.roundTrip();
    String application = request.application();
    Supplier<Boolean> hasApplication =
        application == null ? () -> true : catalog.hasApplication(organization, application, trip);
    Supplier<Boolean> hasPrivilege =
        switch (request.privilegeType()) {
          case ROLE -> catalog.hasRole(organization, request.privilegeKey(), trip);
          case PERMISSION -> catalog.hasPermission(organization, request.privilegeKey(), trip);
        };
    Supplier<AttributeSchema> schema = schema(organization, request, trip);
    Supplier<Map<SubjectRef, SubjectRef>> known =
        directory.find(organization, references(request), trip);
    trip.run();
    return new GrantFacts(hasApplication.get(), hasPrivilege.get(), schema.get(), known.get());
  }

  /** Nothing is read for a grant without a condition. */
  private Supplier<AttributeSchema> schema(
      OrganizationId organization, NewGrant request, RoundTrip trip) {
    return Optional.ofNullable(request.condition())
        .flatMap(_ -> Grant.declaringApplication(request.application(), request.privilegeKey()))
        .map(application -> catalog.schema(organization, application, trip))
        .orElse(() -> AttributeSchema.EMPTY);
  }

  private static List<SubjectRef> references(NewGrant request) {
    return Stream.concat(
            Stream.of(request.subject()), Optional.ofNullable(request.resource()).stream())
        .toList();
  }
}
