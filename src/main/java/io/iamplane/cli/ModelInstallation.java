package io.iamplane.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.ManifestText;
import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.grant.load.ImportFile;
import io.iamplane.grant.load.Importer;
import io.iamplane.grant.load.StoppedImportException;
import io.iamplane.shared.Caller;
import io.iamplane.shared.Doing;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Applies a model that was brought over, and imports its relations. */
@Singleton
class ModelInstallation {

  private final CommandOrganization organizations;
  private final ForeignTypes foreign;
  private final ManifestInstaller installer;
  private final Importer importer;
  private final ObjectMapper mapper;

  ModelInstallation(
      CommandOrganization organizations,
      ForeignTypes foreign,
      ManifestInstaller installer,
      Importer importer,
      ObjectMapper mapper) {
    this.organizations = organizations;
    this.foreign = foreign;
    this.installer = installer;
    this.importer = importer;
    this.mapper = mapper;
  }

  /**
   * The application's client, if it was made now, and the reason of an early end of the import,
   * with its progress.
   */
  record Installed(@Nullable IssuedClient client, @Nullable CommandException stopped) {}

  /**
   * Applies the manifest, then imports. Without {@code shareTypes}, a type with the name of another
   * application's is refused, and nothing written.
   */
  Installed apply(String organization, BroughtModel model, boolean shareTypes) {
    Manifest manifest = manifest(model);
    Caller caller = organizations.caller(organization);
    OrganizationId tenant = caller.organization();
    if (!shareTypes) {
      foreign.refuse(tenant, model);
    }
    ImportFile file = InputFile.relations(mapper, model.relationsFile().toString());
    IssuedClient client = installer.apply(caller, tenant, manifest).client();
    try {
      Doing.stage("importing");
      importer.run(caller, tenant, file);
    } catch (StoppedImportException e) {
      Failures.Failure failure = Failures.ofPortion(e.reason());
      String written =
          ("the manifest was applied; written: %d of %d objects, %d of %d relations; to continue,"
                  + " resolve the cause and run the command again")
              .formatted(
                  e.objects(), model.counts().objects(), e.relations(), model.counts().relations());
      return new Installed(
          client, CommandException.ended(failure.exitCode(), List.of(failure.line(), written)));
    }
    return new Installed(client, null);
  }

  private static Manifest manifest(BroughtModel model) {
    byte[] text = model.manifest().getBytes(StandardCharsets.UTF_8);
    return InputFile.valid("manifest.yaml", ManifestText.parse(text, ManifestText.Format.YAML));
  }
}
