package io.iamplane.cli;

import io.iamplane.catalog.manifest.Manifest;
import io.iamplane.catalog.manifest.ManifestFault;
import io.iamplane.catalog.manifest.ManifestParser;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code iam:manifest:validate}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:manifest:validate",
    header = "Check an application's manifest; needs no database.",
    description = {
      "%nPrints every fault with its place and ends with exit code 1, or tells what the manifest",
      "declares. A file named .yaml or .yml is read as YAML, any other as JSON."
    },
    synopsisHeading = "%nUsage: ",
    parameterListHeading = "%nParameters:%n",
    optionListHeading = "%nOptions:%n",
    footerHeading = "%nExample:%n",
    footer = "  iam iam:manifest:validate warehouse.yaml")
final class ManifestValidateCommand extends JsonCommand implements Callable<Integer> {

  private final Output output;

  @Parameters(paramLabel = "FILE", description = "The manifest; - is standard input.")
  String file;

  ManifestValidateCommand(Output output) {
    this.output = output;
  }

  /** What {@code --json} prints. */
  @RegisterForReflection
  record View(boolean valid, @Nullable String application, List<ManifestFault> faults) {}

  @Override
  public Integer call() {
    ManifestParser.Parsed parsed = ManifestFile.read(file);
    Manifest manifest = parsed.manifest();
    if (manifest == null) {
      output.print(
          json,
          new View(false, null, parsed.faults()),
          parsed.faults().stream().map(fault -> file + ": " + fault).toList());
      return ExitCode.FINDING;
    }
    output.print(
        json,
        new View(true, manifest.app().key(), List.of()),
        List.of(
            "%s: %d permissions, %d roles, %d types"
                .formatted(
                    manifest.app().key(),
                    manifest.permissions().size(),
                    manifest.roles().size(),
                    manifest.types().size())));
    return ExitCode.DONE;
  }
}
