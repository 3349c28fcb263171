package io.iamplane.migrate.source;

import io.iamplane.migrate.PeerAssertion;
import io.iamplane.migrate.PeerDocument;
import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerKind;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerTest;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.openfga.FgaDslReader;
import io.iamplane.migrate.openfga.FgaJsonReader;
import io.iamplane.migrate.openfga.FgaModules;
import io.iamplane.migrate.openfga.FgaStoreReader;
import io.iamplane.migrate.openfga.FgaSuiteReader;
import io.iamplane.migrate.openfga.FgaTuples;
import io.iamplane.migrate.spicedb.ZedRelationships;
import io.iamplane.migrate.spicedb.ZedSchemaReader;
import io.iamplane.migrate.spicedb.ZedValidationReader;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import io.iamplane.migrate.text.DocumentReader;
import io.iamplane.migrate.text.PeerData;
import io.iamplane.migrate.text.PeerData.DataSink;
import io.iamplane.migrate.text.PeerFiles;
import io.iamplane.migrate.text.PeerLimits;
import io.iamplane.migrate.text.PeerLines;
import io.iamplane.migrate.text.PeerText;
import io.iamplane.migrate.topaz.TopazData;
import io.iamplane.migrate.topaz.TopazModelReader;
import io.iamplane.migrate.topaz.TopazTemplate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads files in the format of their system and their names. */
public final class PeerFormats {

  private PeerFormats() {}

  /** Reads a model, with the relations and tests of the same file or of those that it names. */
  public static PeerDocument document(PeerKind kind, String file, PeerFiles files)
      throws IOException, PeerFaultsException {
    PeerText text;
    try (InputStream stream = files.open(file)) {
      text = PeerText.read(file, stream);
    }
    return switch (kind) {
      case OPENFGA -> openfga(file, text, files);
      case SPICEDB ->
          isDocument(file)
              ? ZedValidationReader.read(tree(file, text), files)
              : new PeerDocument(ZedSchemaReader.read(text), List.of(), List.of());
      case TOPAZ -> new PeerDocument(TopazModelReader.read(tree(file, text)), List.of(), List.of());
    };
  }

  private static PeerDocument openfga(String file, PeerText text, PeerFiles files)
      throws IOException, PeerFaultsException {
    if (FgaModules.isModules(file)) {
      return new PeerDocument(FgaModules.read("", tree(file, text), files), List.of(), List.of());
    }
    if (!isDocument(file)) {
      return new PeerDocument(FgaDslReader.read(text), List.of(), List.of());
    }
    DocumentNode tree = tree(file, text);
    return FgaStoreReader.isStore(tree)
        ? FgaStoreReader.read(tree, files)
        : new PeerDocument(FgaJsonReader.read(tree), List.of(), List.of());
  }

  /** Reads a file of tests: each model with its relations and tests, one after the other. */
  public static List<PeerDocument> tests(PeerKind kind, String file, PeerFiles files)
      throws IOException, PeerFaultsException {
    if (kind != PeerKind.SPICEDB && isDocument(file)) {
      DocumentNode tree;
      try (InputStream stream = files.open(file)) {
        tree = tree(file, PeerText.read(file, stream));
      }
      if (FgaSuiteReader.isSuite(tree)) {
        return FgaSuiteReader.read(tree);
      }
      if (TopazTemplate.isTemplate(tree)) {
        return List.of(topazTemplate(TopazTemplate.read(tree), files));
      }
    }
    return List.of(document(kind, file, files));
  }

  private static PeerDocument topazTemplate(TopazTemplate template, PeerFiles files)
      throws PeerFaultsException {
    PeerFaults faults = new PeerFaults();
    Scalar manifest = template.manifest();
    PeerModel model =
        files.named(manifest, faults, stream -> TopazModelReader.read(whole(manifest, stream)));
    List<PeerTuple> tuples = new ArrayList<>();
    for (Scalar each : template.data()) {
      files.named(
          each,
          faults,
          stream -> {
            topaz(each.value(), stream, faults, tuple -> hold(tuple, tuples));
            return true;
          });
    }
    List<PeerTest> tests = new ArrayList<>();
    int asked = 0;
    for (Scalar each : template.assertions()) {
      List<PeerAssertion> assertions =
          files.named(
              each, faults, stream -> new TopazData(faults).assertions(whole(each, stream)));
      asked += assertions.size();
      if (asked > PeerLimits.MAX_TUPLES) {
        throw faults.end(
            each.place(),
            "the files up to this one have more than %d assertions in total"
                .formatted(PeerLimits.MAX_TUPLES));
      }
      tests.add(new PeerTest(each.value(), List.of(), assertions));
    }
    faults.refuse();
    return new PeerDocument(model, tuples, tests);
  }

  private static DocumentNode whole(Scalar name, InputStream stream)
      throws IOException, PeerFaultsException {
    return DocumentReader.of(name.value(), stream).whole();
  }

  /** Holds a relation for tests; throws if there are too many. */
  public static void hold(PeerTuple tuple, List<PeerTuple> held) throws PeerFaultsException {
    if (held.size() >= PeerLimits.MAX_TUPLES) {
      throw new PeerFaultsException(
          tuple.place(), "the tests have more than %d relations".formatted(PeerLimits.MAX_TUPLES));
    }
    held.add(tuple);
  }

  /** Objects and relations of a file, read as often as they are asked for. */
  public static PeerData data(PeerKind kind, String file, PeerFiles files) {
    return sink -> {
      PeerFaults faults = new PeerFaults();
      try (InputStream stream = files.open(file)) {
        switch (kind) {
          case OPENFGA -> openfga(file, stream, faults, sink);
          case SPICEDB -> spicedb(file, stream, faults, sink);
          case TOPAZ -> topaz(file, stream, faults, sink);
        }
      }
      faults.refuse();
    };
  }

  private static void openfga(String file, InputStream stream, PeerFaults faults, DataSink sink)
      throws IOException, PeerFaultsException {
    FgaTuples tuples = new FgaTuples(faults);
    DocumentReader.of(file, stream)
        .elements((list, element) -> {
          if (list.isEmpty() || list.equals("tuples")) {
            tuples.take(element, sink);
          }
        });
  }

  /** Lines of text; or the member {@code relationships} of a validation file. */
  private static void spicedb(String file, InputStream stream, PeerFaults faults, DataSink sink)
      throws IOException, PeerFaultsException {
    if (!isDocument(file)) {
      PeerLines.read(
          file,
          stream,
          (place, line) -> {
            PeerTuple tuple = ZedRelationships.line(place, line, faults);
            if (tuple != null) {
              sink.tuple(tuple);
            }
          });
      return;
    }
    DocumentNode document = DocumentReader.of(file, stream).whole();
    if (document instanceof DocumentNode.Members members
        && members.get("relationships") instanceof Scalar text) {
      for (PeerTuple tuple : ZedValidationReader.relationships(text, faults)) {
        sink.tuple(tuple);
      }
    } else {
      faults.add(document.place(), "'relationships' is required and must be a string");
    }
  }

  private static void topaz(String file, InputStream stream, PeerFaults faults, DataSink sink)
      throws IOException, PeerFaultsException {
    TopazData data = new TopazData(faults);
    DocumentReader.of(file, stream).elements((list, element) -> data.element(list, element, sink));
  }

  /** The assertions of a file of Topaz's, which holds nothing else. */
  public static List<PeerAssertion> topazAssertions(String file, PeerFiles files)
      throws IOException, PeerFaultsException {
    try (InputStream stream = files.open(file)) {
      PeerFaults faults = new PeerFaults();
      DocumentNode document = DocumentReader.of(file, stream).whole();
      List<PeerAssertion> assertions = new TopazData(faults).assertions(document);
      faults.refuse();
      return assertions;
    }
  }

  private static DocumentNode tree(String file, PeerText text)
      throws IOException, PeerFaultsException {
    byte[] bytes = text.text().getBytes(StandardCharsets.UTF_8);
    return DocumentReader.of(file, new ByteArrayInputStream(bytes)).whole();
  }

  private static boolean isDocument(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
  }
}
