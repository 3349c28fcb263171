package io.iamplane.cli;

import io.quarkus.runtime.QuarkusApplication;
import jakarta.enterprise.context.Dependent;
import picocli.CommandLine;

/** Runs the command that the arguments name. */
@Dependent
class IamApplication implements QuarkusApplication {

  private final CommandLine.IFactory factory;

  IamApplication(CommandLine.IFactory factory) {
    this.factory = factory;
  }

  @Override
  public int run(String... args) {
    return Usage.configure(new CommandLine(IamCommand.class, factory))
        .setParameterExceptionHandler(Failures::ofArguments)
        .setExecutionExceptionHandler(Failures::ofCommand)
        .execute(args);
  }
}
