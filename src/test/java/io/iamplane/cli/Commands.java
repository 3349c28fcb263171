package io.iamplane.cli;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/** Runs commands inside the test's own process, as the packaged application runs them. */
@ApplicationScoped
public class Commands {

  private final CommandLine.IFactory factory;
  private final CapturedOutput output;

  Commands(CommandLine.IFactory factory, CapturedOutput output) {
    this.factory = factory;
    this.output = output;
  }

  /** The exit code and output of a command. */
  public record Ended(int exitCode, String out, String err) {}

  public Ended run(String... args) {
    StringWriter err = new StringWriter();
    int exitCode =
        Usage.configure(new CommandLine(IamCommand.class, factory))
            .setParameterExceptionHandler(Failures::ofArguments)
            .setExecutionExceptionHandler(Failures::ofCommand)
            .setErr(new PrintWriter(err, true))
            .execute(args);
    return new Ended(exitCode, output.take(), err.toString());
  }
}
