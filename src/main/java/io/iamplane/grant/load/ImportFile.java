package io.iamplane.grant.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.shared.IamException;
import io.iamplane.shared.json.ValidationErrors;
import java.io.IOException;
import java.io.InputStream;

/**
 * A file of objects and relations: {@code {"objects": [{"type", "id", "display_name"?,
 * "properties"?}], "relations": [{"object_type", "object_id", "relation", "subject_type",
 * "subject_id", "subject_relation"?, "condition"?, "valid_until"?}]}}. Either array may be absent.
 *
 * <p>It is read twice, a line at a time: whole before anything of it is written, and again while it
 * is written, so that a large file takes no more memory than a small one.
 */
public final class ImportFile {

  static final String OBJECTS = "objects";
  static final String RELATIONS = "relations";

  private static final int MAX_FAULTS = 100;

  private final ObjectMapper mapper;
  private final Source source;
  private final int objects;
  private final int relations;

  private ImportFile(ObjectMapper mapper, Source source, int objects, int relations) {
    this.mapper = mapper;
    this.source = source;
    this.objects = objects;
    this.relations = relations;
  }

  @FunctionalInterface
  public interface Source {

    /** Opens it at its beginning, each time. */
    InputStream open() throws IOException;
  }

  /**
   * Reads a whole file before anything of it is written.
   *
   * @throws IamException VALIDATION naming the place of every fault found
   * @throws IOException when it cannot be read
   */
  public static ImportFile read(ObjectMapper mapper, Source source) throws IOException {
    var errors = new ValidationErrors();
    int objects = 0;
    int relations = 0;
    try (var reader = new ImportReader(mapper, source.open(), errors, ImportReader.ARRAYS)) {
      while (reader.next()) {
        if (reader.array().equals(OBJECTS)) {
          ObjectLine.of(reader.line());
          objects++;
        } else {
          RelationLine.of(reader.line());
          relations++;
        }
        if (errors.size() >= MAX_FAULTS) {
          errors.refuse();
        }
      }
    }
    errors.refuse();
    return new ImportFile(mapper, source, objects, relations);
  }

  public int objects() {
    return objects;
  }

  public int relations() {
    return relations;
  }

  ImportLines<ObjectLine> objectLines() {
    return new ImportLines<>(mapper, source, OBJECTS, ObjectLine::of);
  }

  ImportLines<RelationLine> relationLines() {
    return new ImportLines<>(mapper, source, RELATIONS, RelationLine::of);
  }
}
