package io.iamplane.cli;

import io.iamplane.language.pattern.PermissionKey;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.migrate.PeerDocument;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerKind;
import io.iamplane.migrate.source.PeerFormats;
import io.iamplane.migrate.target.ImportReport;
import io.iamplane.migrate.target.ImportReport.Kind;
import io.iamplane.migrate.target.ManifestFileText;
import io.iamplane.migrate.target.ModelWriter;
import io.iamplane.migrate.target.RelationsFile;
import io.iamplane.migrate.target.TargetModel;
import io.iamplane.migrate.text.PeerData;
import io.iamplane.shared.Doing;
import io.iamplane.shared.SubjectRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A model and its data as this product's files.
 *
 * @param ownTypes by the names of the manifest, without the types that every model has
 * @param temporary true if the file with the relations is to be deleted in the end
 */
record BroughtModel(
    String application,
    Set<String> ownTypes,
    String manifest,
    Path relationsFile,
    boolean temporary,
    Counts counts,
    List<String> report) {

  private static final int MAX_KEY = 63;

  record Counts(int types, int objects, int relations, int lost, int refused) {}

  /**
   * Reads the files of another system and writes ours.
   *
   * @param application null: the file's name gives it
   * @param folder null: the relations go to a temporary file
   * @param allLines true to report all faults of a file that cannot be read
   */
  static BroughtModel read(
      PeerKind kind,
      String file,
      List<String> relations,
      @Nullable String application,
      String prefix,
      @Nullable String folder,
      boolean allLines) {
    String key = key(application, file);
    if (!prefix.isEmpty() && !RelationModel.isName(prefix + "x")) {
      throw CommandException.usage(
          "--prefix must be a valid start of a type name: " + RelationModel.NAME_RULE);
    }
    return ModelFiles.read(
        file,
        allLines,
        () -> {
          Doing.stage("reading " + file);
          PeerDocument document = PeerFormats.document(kind, file, ModelFiles.beside(file));
          ImportReport report = new ImportReport();
          TargetModel model = ModelWriter.write(document.model(), prefix, report);
          String manifest = ManifestFileText.of(key, model);
          Path target =
              folder == null
                  ? Files.createTempFile("relations", ".json")
                  : Files.createDirectories(Path.of(folder)).resolve("relations.json");
          RelationsFile.Written written =
              write(target, model, data(kind, document, relations), report);
          if (folder != null) {
            Files.writeString(Path.of(folder).resolve("manifest.yaml"), manifest);
          }
          Counts counts =
              new Counts(
                  model.types().size(),
                  written.objects(),
                  written.relations(),
                  report.count(Kind.LOSS),
                  report.count(Kind.REFUSAL));
          return new BroughtModel(
              key, ownTypes(model), manifest, target, folder == null, counts, report.lines());
        });
  }

  /**
   * The types of the model alone: a type that every model has is shared, except for the names that
   * this model adds.
   */
  private static Set<String> ownTypes(TargetModel model) {
    Set<String> own = new TreeSet<>(model.types().keySet());
    own.removeIf(type ->
        RelationModel.builtInTypes().contains(type)
            && names(model.types().get(type))
                .allMatch(name -> type.equals(SubjectRef.GROUP) && name.equals("member")));
    return own;
  }

  private static Stream<Object> names(@Nullable Object type) {
    return type instanceof Map<?, ?> kinds
        ? kinds.values().stream()
            .flatMap(each -> each instanceof Map<?, ?> all ? all.keySet().stream() : Stream.of())
        : Stream.of();
  }

  private static RelationsFile.Written write(
      Path target, TargetModel model, PeerData data, ImportReport report)
      throws IOException, PeerFaultsException {
    try (Writer writer = Files.newBufferedWriter(target, StandardCharsets.UTF_8)) {
      return RelationsFile.write(model, data, writer, report);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** The data beside the model, then the files in the given order. */
  private static PeerData data(PeerKind kind, PeerDocument document, List<String> relations) {
    List<PeerData> all =
        relations.stream().map(each -> PeerFormats.data(kind, each, ModelFiles.onDisk())).toList();
    return sink -> {
      for (var tuple : document.tuples()) {
        sink.tuple(tuple);
      }
      for (PeerData each : all) {
        each.read(sink);
      }
    };
  }

  private static String key(@Nullable String application, String file) {
    if (application != null) {
      if (!PermissionKey.isApp(application) || application.length() > MAX_KEY) {
        throw CommandException.usage(
            "--application must be 1 to 63 characters long and consist of lower-case letters,"
                + " digits, '_' and '-', starting with a letter");
      }
      return application;
    }
    Path name = Path.of(file).getFileName();
    String word = name == null ? "" : name.toString().toLowerCase(Locale.ROOT);
    int dot = word.indexOf('.');
    String key = (dot < 0 ? word : word.substring(0, dot)).replaceAll("[^a-z0-9_-]", "-");
    if (!PermissionKey.isApp(key) || key.length() > MAX_KEY) {
      throw CommandException.usage(
          "cannot derive a valid application key from the file name; specify --application");
    }
    return key;
  }

  void discard() {
    if (temporary) {
      try {
        Files.deleteIfExists(relationsFile);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
