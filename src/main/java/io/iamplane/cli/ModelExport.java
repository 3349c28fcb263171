package io.iamplane.cli;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.cli.ModelExportCommand.View;
import io.iamplane.grant.relation.RelationCondition;
import io.iamplane.grant.relation.RelationNamesQuery;
import io.iamplane.grant.relation.RelationNamesQuery.NamedRelation;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.migrate.export.ExportReport;
import io.iamplane.migrate.export.ExportReport.Kind;
import io.iamplane.migrate.export.ExportedRelation;
import io.iamplane.migrate.export.FgaModelExport;
import io.iamplane.migrate.export.FgaTupleFile;
import io.iamplane.shared.Doing;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Writes a tenant's model and relations as files of OpenFGA. */
@Singleton
class ModelExport {

  private final CatalogReader catalog;
  private final RelationNamesQuery relations;
  private final Clock clock;

  ModelExport(CatalogReader catalog, RelationNamesQuery relations, Clock clock) {
    this.catalog = catalog;
    this.relations = relations;
    this.clock = clock;
  }

  /**
   * Exports an application, or the only one that has a model; a {@link CommandException} when there
   * is no such application or model, or no file can be written.
   */
  View write(OrganizationId organization, @Nullable String application, String folder) {
    Application exported = application(organization, application);
    RelationModel model = Objects.requireNonNull(exported.model());
    try {
      return write(organization, exported.key(), model, Files.createDirectories(Path.of(folder)));
    } catch (IOException | UncheckedIOException | InvalidPathException e) {
      throw CommandException.usage("cannot write to " + folder + ": " + e.getMessage());
    }
  }

  private View write(OrganizationId organization, String key, RelationModel model, Path folder)
      throws IOException {
    ExportReport report = new ExportReport();
    Doing.stage("reading group members");
    FgaModelExport export = FgaModelExport.of(model, members(organization), report);
    Files.writeString(folder.resolve("model.fga"), export.dsl());
    Files.writeString(
        folder.resolve("store.fga.yaml"),
        "name: %s%nmodel_file: ./model.fga%ntuple_file: ./tuples.json%n"
            .formatted(key)
            .replace("\r", ""));
    Doing.stage("writing relations");
    Instant now = clock.instant();
    FgaTupleFile tuples =
        new FgaTupleFile(
            export,
            Files.newBufferedWriter(folder.resolve("tuples.json"), StandardCharsets.UTF_8),
            report);
    try (tuples) {
      relations.forEach(
          organization,
          each -> {
            if (each.validUntil() == null || each.validUntil().isAfter(now)) {
              tuples.write(exported(each, now));
            }
          });
    }
    return new View(
        key,
        export.types(),
        tuples.written(),
        tuples.unheeded(),
        report.count(Kind.LOSS) + report.count(Kind.OPENING),
        report.count(Kind.OPENING) + report.count(Kind.WEAKER),
        report.lines());
  }

  private static ExportedRelation exported(NamedRelation each, Instant now) {
    boolean begins = each.validFrom() != null && each.validFrom().isAfter(now);
    RelationCondition named = each.namedCondition();
    return new ExportedRelation(
        each.subject(),
        each.subjectRelation(),
        each.relation(),
        each.object(),
        each.condition(),
        named == null ? null : new ExportedRelation.Named(named.name(), named.values()),
        begins || each.validUntil() != null,
        each.active());
  }

  /** The kinds of members of groups; few, for any number of members. */
  private Set<SubjectType> members(OrganizationId organization) {
    Set<SubjectType> kinds = new TreeSet<>(Comparator.comparing(SubjectType::canonical));
    relations.forEach(
        organization,
        each -> {
          if (each.object().type().equals(SubjectRef.GROUP) && each.relation().equals("member")) {
            boolean everyone = each.subject().id().equals("*");
            kinds.add(new SubjectType(each.subject().type(), each.subjectRelation(), everyone));
          }
        });
    return kinds;
  }

  private Application application(OrganizationId organization, @Nullable String key) {
    List<Application> all =
        catalog.applications(organization).stream()
            .filter(each -> key == null || each.key().equals(key))
            .filter(each -> each.model() != null)
            .toList();
    if (all.size() == 1) {
      return all.getFirst();
    }
    if (key != null) {
      throw CommandException.usage("there is no application '" + key + "' with a relation model");
    }
    throw CommandException.usage(
        all.isEmpty()
            ? "no application has a relation model"
            : "several applications have a relation model; choose one with --application: "
                + String.join(", ", all.stream().map(Application::key).sorted().toList()));
  }
}
