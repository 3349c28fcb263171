package io.iamplane.migrate;

import io.iamplane.migrate.generator.GeneratedLines;
import io.iamplane.migrate.source.PeerFormats;
import io.iamplane.migrate.target.ImportReport;
import io.iamplane.migrate.target.ModelWriter;
import io.iamplane.migrate.target.RelationsFile;
import io.iamplane.migrate.target.RelationsFile.Written;
import io.iamplane.migrate.target.TargetModel;
import io.iamplane.migrate.text.PeerData;
import io.iamplane.migrate.text.PeerFiles;
import java.io.ByteArrayInputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The process that {@link RelationsVolumeTest} starts with a small heap: brings a file of relations
 * over as {@code iam:model:import} does.
 */
final class VolumeProcess {

  private static final String FGA =
      "model\n  schema 1.1\ntype user\ntype doc\n  relations\n    define viewer: [user]\n";
  private static final String ZED = "definition user {}\ndefinition doc { relation viewer: user }";
  private static final String TOPAZ =
      "model: {version: 3}\ntypes: {user: {}, doc: {relations: {viewer: user}}}";

  private VolumeProcess() {}

  /** Files in the forms of the other systems. */
  enum Form {
    OPENFGA_JSON(PeerKind.OPENFGA, FGA, "m.fga", "tuples.json"),
    OPENFGA_YAML(PeerKind.OPENFGA, FGA, "m.fga", "tuples.yaml"),
    SPICEDB_TEXT(PeerKind.SPICEDB, ZED, "m.zed", "relationships.txt"),
    TOPAZ_JSON(PeerKind.TOPAZ, TOPAZ, "m.yaml", "relations.json"),
    /** Members that are passed over, no two of a name. */
    NAMES_ALONE(PeerKind.OPENFGA, FGA, "m.fga", "tuples.json");

    private final PeerKind kind;
    private final String model;
    private final String modelFile;
    private final String file;

    Form(PeerKind kind, String model, String modelFile, String file) {
      this.kind = kind;
      this.model = model;
      this.modelFile = modelFile;
      this.file = file;
    }

    GeneratedLines lines(long bytes, int people, int padding) {
      String end = "-".repeat(padding);
      IntFunction<String> lines =
          number -> line(number, "document-" + number + end, "person-" + number % people);
      return switch (this) {
        case OPENFGA_JSON -> new GeneratedLines(bytes, "[", lines, "]");
        case NAMES_ALONE -> new GeneratedLines(bytes, "{", lines, "}");
        case TOPAZ_JSON -> new GeneratedLines(bytes, "{\"relations\": [", lines, "]}");
        case OPENFGA_YAML, SPICEDB_TEXT -> new GeneratedLines(bytes, "", lines, "");
      };
    }

    private String line(int number, String doc, String person) {
      String comma = number == 0 ? "" : ",\n";
      return switch (this) {
        case OPENFGA_JSON ->
            comma
                + "{\"user\": \"user:"
                + person
                + "\", \"relation\": \"viewer\", \"object\": \"doc:"
                + doc
                + "\"}";
        case NAMES_ALONE -> comma + "\"" + doc + "-".repeat(10_000) + "\": 1";
        case OPENFGA_YAML ->
            "- user: user:" + person + "\n  relation: viewer\n  object: doc:" + doc + "\n";
        case SPICEDB_TEXT -> "doc:" + doc + "#viewer@user:" + person + "\n";
        case TOPAZ_JSON ->
            comma
                + "{\"object_type\": \"doc\", \"object_id\": \""
                + doc
                + "\", \"relation\": \"viewer\", \"subject_type\": \"user\", \"subject_id\": \""
                + person
                + "\"}";
      };
    }
  }

  /**
   * Brings over a file of each named form, and prints how many lines each had, and how many objects
   * and relations were written. The first three arguments are the length of a file in bytes, the
   * number of people in it, and by how much names are longer.
   */
  public static void main(String[] args) throws Exception {
    long bytes = Long.parseLong(args[0]);
    int people = Integer.parseInt(args[1]);
    int padding = Integer.parseInt(args[2]);
    for (String each : List.of(args).subList(3, args.length)) {
      bring(Form.valueOf(each), bytes, people, padding);
    }
  }

  private static void bring(Form form, long bytes, int people, int padding) throws Exception {
    PeerFiles model = _ -> new ByteArrayInputStream(form.model.getBytes(StandardCharsets.UTF_8));
    int[] lines = new int[1];
    PeerData data =
        sink -> {
          GeneratedLines file = form.lines(bytes, people, padding);
          PeerFormats.data(form.kind, form.file, _ -> file).read(sink);
          lines[0] = file.made();
        };
    ImportReport report = new ImportReport();
    TargetModel target =
        ModelWriter.write(PeerFormats.document(form.kind, form.modelFile, model).model(), report);
    Written written = RelationsFile.write(target, data, Writer.nullWriter(), report);
    System.out.printf("%d %d %d%n", lines[0], written.objects(), written.relations());
  }
}
