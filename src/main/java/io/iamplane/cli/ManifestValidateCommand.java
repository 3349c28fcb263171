package io.iamplane.cli;

import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.ManifestFault;
import io.iamplane.catalog.document.ManifestParser;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:manifest:validate",
    header = "Check an application's manifest; no database is needed.",
    description = {
      "%nPrints a summary of a valid manifest. For an invalid manifest, prints each error on",
      "a separate line of standard error as FILE:PLACE: MESSAGE, and exits with code 1. The",
      "place of a syntax error is LINE:COLUMN. Files named *.yaml or *.yml are read as YAML,",
      "all others as JSON. If the file cannot be read, the exit code is 2."
    },
    footer = "  iam iam:manifest:validate warehouse.yaml")
final class ManifestValidateCommand extends JsonCommand {

  @Parameters(paramLabel = "FILE", description = "Manifest file, or - for standard input.")
  String file = "";

  ManifestValidateCommand(Output output) {
    super(output);
  }

  /** The application is present if there is no fault. */
  @RegisterForReflection
  record View(boolean valid, List<ManifestFault> faults, @Nullable String application) {}

  @Override
  public Integer call() {
    ManifestParser.Parsed parsed = InputFile.manifest(file);
    Manifest manifest = parsed.manifest();
    if (manifest == null) {
      if (json) {
        print(new View(false, parsed.faults(), null), List.of());
        return ExitCode.FINDING;
      }
      throw new FileFaultsException(ExitCode.FINDING, file, parsed.faults());
    }
    return done(new View(true, List.of(), manifest.app().key()), List.of(summary(manifest)));
  }

  private static String summary(Manifest manifest) {
    return "%s: %d permissions, %d roles, %d types"
        .formatted(
            manifest.app().key(),
            manifest.permissions().size(),
            manifest.roles().size(),
            manifest.types().size());
  }
}
