package io.iamplane.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** Prints a command's result on standard output, and nothing else goes there. */
@ApplicationScoped
class Output {

  private final ObjectMapper json;

  Output(ObjectMapper json) {
    this.json = json;
  }

  /**
   * Prints the result as lines, or as one JSON object.
   *
   * @param view a record registered for reflection
   */
  void print(CommandSpec spec, CommonOptions options, Object view, List<String> lines) {
    PrintWriter out = spec.commandLine().getOut();
    if (options.json) {
      out.println(write(view));
    } else {
      lines.forEach(out::println);
    }
    if (out.checkError()) {
      throw CommandException.unavailable("the result could not be written to standard output");
    }
  }

  private String write(Object view) {
    try {
      return json.writeValueAsString(view);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result cannot be written as JSON", e);
    }
  }
}
