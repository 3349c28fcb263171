package io.iamplane.migrate.target;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerKind;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.text.PeerData;
import io.iamplane.migrate.text.PeerData.DataSink;
import io.iamplane.migrate.text.PeerData.PeerEntry;
import io.iamplane.shared.SubjectRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes the file that {@code iam:relations:import} reads: the accounts, groups and objects, then
 * the relations. Reads the data once for each, and holds none of it.
 */
public final class RelationsFile {

  private final TargetModel model;
  private final PeerData data;
  private final JsonGenerator out;
  private final SeenNames seen = new SeenNames();
  private int objects;
  private int relations;

  private RelationsFile(TargetModel model, PeerData data, JsonGenerator out) {
    this.model = model;
    this.data = data;
    this.out = out;
  }

  /** Counts of the written entries. */
  public record Written(int objects, int relations) {}

  /** Writes the file; the report receives the entries that are left out. */
  public static Written write(TargetModel model, PeerData data, Writer to, ImportReport report)
      throws IOException, PeerFaultsException {
    DefaultPrettyPrinter lines =
        new DefaultPrettyPrinter()
            .withArrayIndenter(new DefaultIndenter("  ", "\n"))
            .withObjectIndenter(new DefaultPrettyPrinter.NopIndenter());
    ObjectMapper mapper = new ObjectMapper().disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE);
    try (JsonGenerator out = mapper.createGenerator(to).setPrettyPrinter(lines)) {
      RelationsFile file = new RelationsFile(model, data, out);
      out.writeStartObject();
      out.writeArrayFieldStart("objects");
      file.objects();
      out.writeEndArray();
      out.writeArrayFieldStart("relations");
      file.relations(report);
      out.writeEndArray();
      out.writeEndObject();
      out.writeRaw('\n');
      return new Written(file.objects, file.relations);
    }
  }

  /** Writes described objects first, so that a name alone does not take their properties. */
  private void objects() throws IOException, PeerFaultsException {
    TupleWriter writer = new TupleWriter(model, new ImportReport());
    if (model.source().kind() == PeerKind.TOPAZ) {
      data.read(
          new DataSink() {
            @Override
            public void tuple(PeerTuple tuple) {
              // written later
            }

            @Override
            public void object(PeerEntry entry) {
              SubjectRef ref = writer.object(entry.object());
              if (seen.add(ref)) {
                describe(ref, entry);
              }
            }
          });
    }
    data.read(tuple -> {
      for (TargetRelation relation : writer.write(tuple)) {
        require(relation.object(), tuple.place());
        require(relation.subject(), tuple.place());
      }
    });
  }

  private void require(SubjectRef ref, FilePlace place) throws PeerFaultsException {
    if (!SubjectRef.isOfDirectory(ref.type()) || ref.id().equals(PeerTuple.EVERYONE)) {
      return;
    }
    if (seen.isFull()) {
      throw new PeerFaultsException(
          place,
          "the file has more than %d accounts and groups; split it".formatted(SeenNames.MAX));
    }
    if (seen.add(ref)) {
      describe(ref, null);
    }
  }

  private void describe(SubjectRef ref, @Nullable PeerEntry entry) {
    try {
      out.writeStartObject();
      out.writeStringField("type", ref.type());
      out.writeStringField("id", ref.id());
      if (entry != null && entry.name() != null) {
        out.writeStringField("display_name", entry.name());
      }
      if (entry != null && !entry.properties().isEmpty()) {
        out.writePOJOField("properties", entry.properties());
      }
      out.writeEndObject();
      objects++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void relations(ImportReport report) throws IOException, PeerFaultsException {
    TupleWriter writer = new TupleWriter(model, report);
    data.read(tuple -> writer.write(tuple).forEach(this::line));
  }

  private void line(TargetRelation relation) {
    try {
      out.writeStartObject();
      out.writeStringField("object_type", relation.object().type());
      out.writeStringField("object_id", relation.object().id());
      out.writeStringField("relation", relation.relation());
      out.writeStringField("subject_type", relation.subject().type());
      out.writeStringField("subject_id", relation.subject().id());
      optional("subject_relation", relation.subjectRelation());
      optional("condition", relation.condition());
      TargetRelation.Named named = relation.named();
      if (named != null) {
        out.writeObjectFieldStart("named_condition");
        out.writeStringField("name", named.name());
        // Sorted, so that the same input gives the same file.
        out.writePOJOField("values", new TreeMap<>(named.values()));
        out.writeEndObject();
      }
      optional("valid_until", relation.validUntil());
      out.writeEndObject();
      relations++;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void optional(String name, @Nullable Object value) throws IOException {
    if (value != null) {
      out.writeStringField(name, value.toString());
    }
  }
}
