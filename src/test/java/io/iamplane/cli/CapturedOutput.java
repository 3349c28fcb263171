package io.iamplane.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.Mock;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Captures the output of a command, instead of printing it. */
@Mock
@Singleton
class CapturedOutput extends Output {

  private final StringWriter text;

  @Inject
  CapturedOutput(ObjectMapper mapper) {
    this(mapper, new StringWriter());
  }

  private CapturedOutput(ObjectMapper mapper, StringWriter text) {
    super(mapper, new PrintWriter(text));
    this.text = text;
  }

  /** Returns the output of all running commands since the last call. */
  String take() {
    StringBuffer buffer = text.getBuffer();
    synchronized (buffer) {
      String taken = buffer.toString();
      buffer.setLength(0);
      return taken;
    }
  }
}
