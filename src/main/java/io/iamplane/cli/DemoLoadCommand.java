package io.iamplane.cli;

import io.iamplane.bootstrap.DemoTenant;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code iam:demo:load}. */
@Unremovable // The command line finds it by its class.
@Dependent
@Command(
    name = "iam:demo:load",
    header = "Load the demo tenant into the configured database (development only).",
    description = {
      "%nCreates the missing parts: the platform organization with the client dev-admin, and the",
      "tenant 'demo' with the client demo-admin. The clients' secrets are public, so the packaged",
      "application, which counts as production, refuses the command with exit code 1.",
      "./mvnw quarkus:dev loads the tenant automatically."
    },
    footer = "  ./mvnw quarkus:dev -Dquarkus.args=iam:demo:load")
final class DemoLoadCommand extends JsonCommand implements Callable<Integer> {

  private final Database database;
  private final DemoTenant demo;
  private final Output output;

  DemoLoadCommand(Database database, DemoTenant demo, Output output) {
    this.database = database;
    this.demo = demo;
    this.output = output;
  }

  /** The output of {@code --json}. */
  @RegisterForReflection
  record View(boolean loaded, List<String> clients) {}

  @Override
  public Integer call() {
    demo.requireDevelopment();
    database.requireSchema();
    boolean loaded = demo.load(CommandCaller::of);
    output.print(
        json,
        new View(loaded, List.of(DemoTenant.PLATFORM_CLIENT, DemoTenant.TENANT_CLIENT)),
        List.of(loaded ? "loaded the demo tenant" : "the demo tenant already exists"));
    return ExitCode.DONE;
  }
}
