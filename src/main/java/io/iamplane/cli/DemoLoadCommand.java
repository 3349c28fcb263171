package io.iamplane.cli;

import io.iamplane.bootstrap.DemoTenant;
import io.quarkus.arc.Unremovable;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.Dependent;
import java.util.List;
import picocli.CommandLine.Command;

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
final class DemoLoadCommand extends JsonCommand {

  private final Database database;
  private final DemoTenant demo;

  DemoLoadCommand(Database database, DemoTenant demo, Output output) {
    super(output);
    this.database = database;
    this.demo = demo;
  }

  @RegisterForReflection
  record View(boolean loaded, List<String> clients) {}

  @Override
  public Integer call() {
    demo.requireDevelopment();
    database.requireSchema();
    boolean loaded = demo.load(CommandCaller::of);
    return done(
        new View(loaded, List.of(DemoTenant.PLATFORM_CLIENT, DemoTenant.TENANT_CLIENT)),
        List.of(loaded ? "loaded the demo tenant" : "the demo tenant already exists"));
  }
}
