package io.iamplane.testing;

import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the spans that ended, each as its name and its attributes in the order of their names. */
public final class RememberedSpans implements Tracer {

  private final List<String> ended = new CopyOnWriteArrayList<>();

  public List<String> ended() {
    return List.copyOf(ended);
  }

  @Override
  public Span start(SpanName name) {
    return new Remembered(name);
  }

  private final class Remembered implements Span {

    private final SpanName name;
    private final Map<String, String> attributes = new TreeMap<>();
    private boolean over;

    Remembered(SpanName name) {
      this.name = name;
    }

    @Override
    public void attribute(SpanAttribute key, long value) {
      attribute(key, Long.toString(value));
    }

    @Override
    public void attribute(SpanAttribute key, String value) {
      attributes.put(key.wire(), value);
    }

    @Override
    public void event(String event) {
      // Only names and attributes are compared.
    }

    @Override
    public void error(Throwable error) {
      attributes.put("error", error.getClass().getName());
    }

    @Override
    public void end() {
      if (!over) {
        over = true;
        StringBuilder line = new StringBuilder(name.wire());
        attributes.forEach((key, value) -> line.append(' ').append(key).append('=').append(value));
        ended.add(line.toString());
      }
    }
  }
}
