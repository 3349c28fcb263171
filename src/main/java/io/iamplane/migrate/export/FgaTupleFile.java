package io.iamplane.migrate.export;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.language.relation.SubjectType;
import io.iamplane.migrate.export.ExportReport.Kind;
import io.iamplane.migrate.export.ExportedRelation.Named;
import io.iamplane.shared.net.Cidr;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes relations as tuples of OpenFGA, a JSON array of one a line; holds none. To be closed. */
public final class FgaTupleFile implements AutoCloseable {

  /** The greatest number up to which a double holds each whole one. */
  private static final long EXACT = 1L << 53;

  private final FgaModelExport model;
  private final ExportReport report;
  private final JsonGenerator out;
  private long written;
  private long unheeded;

  /** Begins the file; the writer is closed with it. */
  public FgaTupleFile(FgaModelExport model, Writer to, ExportReport report) throws IOException {
    this.model = model;
    this.report = report;
    DefaultPrettyPrinter lines =
        new DefaultPrettyPrinter()
            .withArrayIndenter(new DefaultIndenter("  ", "\n"))
            .withObjectIndenter(new DefaultPrettyPrinter.NopIndenter());
    this.out = new ObjectMapper().getFactory().createGenerator(to).setPrettyPrinter(lines);
    out.writeStartArray();
  }

  /** Writes a relation, or reports why it is not written. */
  public void write(ExportedRelation relation) {
    ModelTerm term = new ModelTerm(relation.object().type(), relation.relation());
    SubjectType subject =
        new SubjectType(
            relation.subject().type(),
            relation.subjectRelation(),
            relation.subjectRelation() == null && relation.subject().id().equals("*"),
            relation.named() == null ? null : relation.named().name());
    if (!model.heeds(term, subject)) {
      unheeded++;
      return;
    }
    String fault = fault(relation);
    if (fault == null && relation.named() != null) {
      fault = conditionFault(relation.named());
    }
    if (fault != null) {
      report.add(relation.toString(), model.excludes(term) ? Kind.OPENING : Kind.LOSS, fault);
    } else if (!model.takes(term, subject)) {
      report.add(
          relation.toString(),
          Kind.NOTE,
          "left out, because the exported model has no such relation");
    } else {
      line(relation);
    }
  }

  private static @Nullable String fault(ExportedRelation relation) {
    if (!relation.active()) {
      return "the subject or object is unknown or inactive, which OpenFGA cannot express";
    }
    if (relation.condition() != null) {
      return "it has its own condition, but OpenFGA allows only conditions that the model declares";
    }
    if (relation.timed()) {
      return "it has a validity period, which requires a condition in OpenFGA";
    }
    String fault = FgaNames.fault(relation.subject());
    return fault == null ? FgaNames.fault(relation.object()) : fault;
  }

  private @Nullable String conditionFault(Named named) {
    FgaConditionText.Written condition = model.condition(named.name());
    if (condition != null && condition.text() == null) {
      return "condition '" + named.name() + "' is not written";
    }
    if (condition == null || !condition.hasNetworks()) {
      return null;
    }
    return named.values().values().stream()
        .flatMap(each -> each instanceof List<?> all ? all.stream() : Stream.of(each))
        .map(String::valueOf)
        .filter(each -> each.indexOf('/') >= 0 && Cidr.parse(each) == null)
        .findFirst()
        .map(each ->
            "'%s' is not a network in this server, but may be one in OpenFGA: %s"
                .formatted(each, Cidr.fault(each)))
        .orElse(null);
  }

  private void line(ExportedRelation relation) {
    try {
      out.writeStartObject();
      out.writeStringField("user", relation.user());
      out.writeStringField("relation", relation.relation());
      out.writeStringField("object", relation.object().toString());
      if (relation.named() != null) {
        condition(relation.named());
      }
      out.writeEndObject();
      written++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void condition(Named named) throws IOException {
    out.writeObjectFieldStart("condition");
    out.writeStringField("name", named.name());
    if (!named.values().isEmpty()) {
      Map<String, Object> values = new TreeMap<>(named.values());
      values.replaceAll((_, value) -> exact(value));
      out.writePOJOField("context", values);
    }
    out.writeEndObject();
  }

  /** There a number passes through a double on its way, and a text that is a number does not. */
  private static Object exact(Object value) {
    return switch (value) {
      case Long number when number > EXACT || number < -EXACT -> number.toString();
      case List<?> all -> all.stream().map(FgaTupleFile::exact).toList();
      default -> value;
    };
  }

  public long written() {
    return written;
  }

  /** Counts the relations that the model does not list, so that they change no answer. */
  public long unheeded() {
    return unheeded;
  }

  @Override
  public void close() throws IOException {
    out.writeEndArray();
    out.writeRaw('\n');
    out.close();
  }
}
