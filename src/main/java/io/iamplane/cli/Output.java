package io.iamplane.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Prints a command's result on standard output, and nothing else goes there. */
@Singleton
class Output {

  private final ObjectMapper mapper;
  private final PrintWriter out;

  @Inject
  Output(ObjectMapper mapper) {
    this(mapper, new PrintWriter(System.out, false, StandardCharsets.UTF_8));
  }

  Output(ObjectMapper mapper, PrintWriter out) {
    this.mapper = mapper;
    this.out = out;
  }

  /**
   * Prints a record that is registered for reflection as one JSON object, or the result as lines.
   */
  void print(boolean json, Object view, List<String> lines) {
    if (json) {
      out.println(write(view));
    } else {
      lines.forEach(out::println);
    }
    if (out.checkError()) {
      throw CommandException.unavailable("could not write the result to standard output");
    }
  }

  private String write(Object view) {
    try {
      return mapper.writeValueAsString(view);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result cannot be written as JSON", e);
    }
  }
}
