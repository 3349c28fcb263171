package io.iamplane.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.ManifestParser;
import io.iamplane.catalog.document.ManifestText;
import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.client.IssuedClient;
import io.iamplane.grant.load.ImportFile;
import io.iamplane.grant.load.Importer;
import io.iamplane.grant.load.StoppedImportException;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.Doing;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies a model that was brought over, and imports its relations. */
@Singleton
class ModelInstallation {

  private final Database database;
  private final CommandOrganization organizations;
  private final CatalogReader catalog;
  private final ManifestInstaller installer;
  private final Importer importer;
  private final ObjectMapper mapper;

  ModelInstallation(
      Database database,
      CommandOrganization organizations,
      CatalogReader catalog,
      ManifestInstaller installer,
      Importer importer,
      ObjectMapper mapper) {
    this.database = database;
    this.organizations = organizations;
    this.catalog = catalog;
    this.installer = installer;
    this.importer = importer;
    this.mapper = mapper;
  }

  /**
   * What became of it.
   *
   * @param client the application's, when it was made now
   * @param stopped why the import ended before all was written, and how far it came
   */
  record Installed(@Nullable IssuedClient client, @Nullable CommandException stopped) {}

  /**
   * Applies the manifest, then imports.
   *
   * @param shareTypes whether a type may have the name of another application's
   * @throws CommandException when it may not and has; nothing was written then
   */
  Installed apply(String organization, BroughtModel model, boolean shareTypes) {
    Manifest manifest = manifest(model);
    database.requireSchema();
    CommandOrganization.Named tenant = organizations.named(organization);
    if (!shareTypes) {
      refuseTypesOfOthers(tenant.id(), model);
    }
    ImportFile relations = relations(model);
    IssuedClient client = installer.apply(tenant.caller(), tenant.id(), manifest).client();
    try {
      Doing.stage("importing");
      importer.run(tenant.caller(), tenant.id(), relations);
    } catch (StoppedImportException e) {
      Failures.Failure failure = Failures.ofPortion(e.refusal());
      String written =
          "the manifest is applied; written: %d of %d objects, %d of %d relations; run again to continue"
              .formatted(e.objects(), model.objects(), e.relations(), model.relations());
      return new Installed(
          client, CommandException.ended(failure.exitCode(), List.of(failure.line(), written)));
    }
    return new Installed(client, null);
  }

  /** Relations are the tenant's: those of such a type would count in both applications. */
  private void refuseTypesOfOthers(OrganizationId organization, BroughtModel model) {
    List<String> lines = new ArrayList<>();
    for (Application other : catalog.applications(organization)) {
      RelationModel theirs = other.model();
      if (theirs != null && !other.key().equals(model.application())) {
        model.typeNames().stream()
            .filter(type -> theirs.types().containsKey(type) && !RelationModel.isOfDirectory(type))
            .map(type -> "type '%s' is a type of application '%s' too".formatted(type, other.key()))
            .forEach(lines::add);
      }
    }
    if (!lines.isEmpty()) {
      lines.add(
          "relations of such a type count in both applications; name --prefix %s_ for types of their own, or --share-types if both mean the same objects"
              .formatted(model.application()));
      throw CommandException.ended(ExitCode.FINDING, lines);
    }
  }

  private static Manifest manifest(BroughtModel model) {
    ManifestParser.Parsed parsed =
        ManifestText.parse(
            model.manifest().getBytes(StandardCharsets.UTF_8), ManifestText.Format.YAML);
    Manifest manifest = parsed.manifest();
    if (manifest == null) {
      throw new FileFaultsException(ExitCode.USAGE, "manifest.yaml", parsed.faults());
    }
    return manifest;
  }

  private ImportFile relations(BroughtModel model) {
    try {
      return ImportFile.read(mapper, () -> Files.newInputStream(model.relationsFile()));
    } catch (IOException e) {
      throw InputFile.unreadable(model.relationsFile().toString(), e);
    } catch (IamException e) {
      throw InputFile.at(model.relationsFile().toString(), e);
    }
  }
}
