package io.iamplane.migrate.openfga;

import io.iamplane.migrate.PeerDocument;
import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerTest;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import io.iamplane.migrate.text.DocumentReader;
import io.iamplane.migrate.text.DocumentShape;
import io.iamplane.migrate.text.PeerFiles;
import io.iamplane.migrate.text.PeerLimits;
import io.iamplane.migrate.text.PeerText;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads a store file ({@code .fga.yaml}): a model, tuples and tests, here or in files it names. */
public final class FgaStoreReader {

  private final PeerFaults faults = new PeerFaults();
  private final DocumentShape shape = new DocumentShape(faults);
  private final FgaTuples tuples = new FgaTuples(faults);
  private final PeerFiles files;
  private int held;

  private FgaStoreReader(PeerFiles files) {
    this.files = files;
  }

  /** Returns true for a store file, false for a model in JSON. */
  public static boolean isStore(DocumentNode document) {
    return document instanceof Members members
        && (members.all().containsKey("model")
            || members.all().containsKey("model_file")
            || members.all().containsKey("tests"));
  }

  public static PeerDocument read(DocumentNode document, PeerFiles files)
      throws PeerFaultsException {
    return new FgaStoreReader(files).store(document);
  }

  private PeerDocument store(DocumentNode document) throws PeerFaultsException {
    Members store = shape.members(document, "a store");
    PeerModel model = model(store);
    List<PeerTuple> stored = tuples(store);
    List<PeerTest> tests = new ArrayList<>();
    for (DocumentNode each : shape.items(store, "tests")) {
      Members test = shape.members(each, "a test");
      Scalar name = shape.optional(test, "name");
      tests.add(
          new PeerTest(
              name == null ? "test " + (tests.size() + 1) : name.value(),
              tuples(test),
              new FgaAssertions(faults, tuples).read(test)));
    }
    faults.refuse();
    return new PeerDocument(model, stored, tests);
  }

  private PeerModel model(Members store) throws PeerFaultsException {
    Scalar inline = shape.optional(store, "model");
    if (inline != null) {
      return FgaDslReader.read(new PeerText(inline.place(), inline.value()));
    }
    Scalar file = shape.text(store, "model_file");
    if (file == null) {
      throw faults.end(store.place(), "a store must have a 'model' or a 'model_file'");
    }
    return model(file);
  }

  private PeerModel model(Scalar file) throws PeerFaultsException {
    if (!FgaModules.isModules(file.value())) {
      return files.named(file, faults, stream -> readModel(file.value(), stream));
    }
    DocumentNode list =
        files.named(file, faults, stream -> DocumentReader.of(file.value(), stream).whole());
    String folder = file.value().substring(0, file.value().lastIndexOf('/') + 1);
    return FgaModules.read(folder, list, files);
  }

  /** Reads a model in the format of its file's name: JSON if it ends in {@code .json}, else DSL. */
  public static PeerModel readModel(String file, InputStream stream)
      throws IOException, PeerFaultsException {
    return file.toLowerCase(Locale.ROOT).endsWith(".json")
        ? FgaJsonReader.read(DocumentReader.of(file, stream).whole())
        : FgaDslReader.read(PeerText.read(file, stream));
  }

  private List<PeerTuple> tuples(Members in) throws PeerFaultsException {
    List<PeerTuple> all = new ArrayList<>();
    for (DocumentNode each : shape.items(in, "tuples")) {
      tuples.take(each, tuple -> hold(tuple, all));
    }
    Scalar file = shape.optional(in, "tuple_file");
    if (file != null) {
      tuples(file, all);
    }
    List<Scalar> more = shape.textsOf(in, "tuple_files");
    if (more.size() > PeerLimits.MAX_FILES) {
      throw faults.end(
          more.getFirst().place(),
          "'tuple_files' must list at most %d files".formatted(PeerLimits.MAX_FILES));
    }
    for (Scalar each : more) {
      tuples(each, all);
    }
    return all;
  }

  private void tuples(Scalar file, List<PeerTuple> all) throws PeerFaultsException {
    if (file.value().toLowerCase(Locale.ROOT).endsWith(".csv")) {
      faults.add(file.place(), "a tuple file must be JSON or YAML, not CSV");
      return;
    }
    files.named(
        file,
        faults,
        stream -> {
          DocumentReader.of(file.value(), stream)
              .elements((_, element) -> tuples.take(element, tuple -> hold(tuple, all)));
          return true;
        });
  }

  private void hold(PeerTuple tuple, List<PeerTuple> all) throws PeerFaultsException {
    if (++held > PeerLimits.MAX_TUPLES) {
      throw faults.end(
          tuple.place(),
          "the store has more than %d tuples; import them with --relations"
              .formatted(PeerLimits.MAX_TUPLES));
    }
    all.add(tuple);
  }
}
