package io.iamplane.cli;

import io.iamplane.shared.Doing;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.quarkus.runtime.QuarkusApplication;
import jakarta.enterprise.context.Dependent;
import picocli.CommandLine;

/** Runs the command that the arguments name. */
@Dependent
class IamApplication implements QuarkusApplication {

  private final CommandLine.IFactory factory;
  private final Tracer tracer;

  IamApplication(CommandLine.IFactory factory, Tracer tracer) {
    this.factory = factory;
    this.tracer = tracer;
  }

  @Override
  public int run(String... args) {
    try (Span span = tracer.start(SpanName.COMMAND)) {
      Doing.stage("running");
      // The name alone: arguments may name people.
      span.attribute(SpanAttribute.TASK, args[0]);
      int exitCode = execute(args);
      span.attribute(SpanAttribute.EXIT_CODE, exitCode);
      return exitCode;
    }
  }

  private int execute(String... args) {
    return Usage.configure(new CommandLine(IamCommand.class, factory))
        .setParameterExceptionHandler(Failures::ofArguments)
        .setExecutionExceptionHandler(Failures::ofCommand)
        .execute(args);
  }
}
