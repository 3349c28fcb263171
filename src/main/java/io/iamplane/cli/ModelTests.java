package io.iamplane.cli;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerDocument;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerKind;
import io.iamplane.migrate.PeerTest;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.openfga.FgaSuiteReader;
import io.iamplane.migrate.own.OwnTestReader;
import io.iamplane.migrate.own.OwnTests;
import io.iamplane.migrate.proof.AssertionOutcome;
import io.iamplane.migrate.proof.AssertionRun;
import io.iamplane.migrate.proof.ImportedPolicy;
import io.iamplane.migrate.source.PeerFormats;
import io.iamplane.migrate.target.ImportReport;
import io.iamplane.migrate.target.ModelWriter;
import io.iamplane.migrate.target.TargetModel;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import io.iamplane.migrate.text.DocumentReader;
import io.iamplane.migrate.text.PeerFiles;
import io.iamplane.migrate.topaz.TopazTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The outcomes of a test file, and the differences of the model and the relations, in words. */
record ModelTests(List<AssertionOutcome> outcomes, List<String> report) {

  int count(AssertionOutcome.Result result) {
    return (int) outcomes.stream().filter(each -> each.result() == result).count();
  }

  /**
   * @param files opens the file and those that it names
   * @param from the system; null when the file shows it
   * @param model a file of its own; null when the file of tests holds the model
   * @param relations further files
   */
  static ModelTests run(
      String file,
      PeerFiles files,
      @Nullable String from,
      @Nullable String model,
      List<String> relations,
      Instant now)
      throws IOException, PeerFaultsException {
    PeerKind kind = from == null ? guessed(file, files) : ModelFiles.kind(from);
    if (kind == null) {
      OwnTests own = OwnTestReader.read(tree(file, files), files);
      AssertionRun run = new AssertionRun(own, own.tuples(), now);
      own.tests().forEach(run::run);
      return new ModelTests(run.outcomes(), List.of());
    }
    List<AssertionOutcome> outcomes = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (PeerDocument document : documents(kind, file, files, model)) {
      List<PeerTuple> stored = new ArrayList<>(document.tuples());
      for (String each : relations) {
        PeerFormats.data(kind, each, InputFile::open)
            .read(tuple -> PeerFormats.hold(tuple, stored));
      }
      ImportReport report = new ImportReport();
      TargetModel target = ModelWriter.write(document.model(), report);
      AssertionRun run = new AssertionRun(new ImportedPolicy(target, report), stored, now);
      document.tests().forEach(run::run);
      outcomes.addAll(run.outcomes());
      lines.addAll(report.lines());
    }
    return new ModelTests(outcomes, lines);
  }

  private static List<PeerDocument> documents(
      PeerKind kind, String file, PeerFiles files, @Nullable String model)
      throws IOException, PeerFaultsException {
    if (kind != PeerKind.TOPAZ || TopazTemplate.isTemplate(tree(file, files))) {
      return PeerFormats.tests(kind, file, files);
    }
    if (model == null) {
      throw CommandException.usage(
          "Topaz assertions contain no model: specify the manifest with --model");
    }
    PeerDocument manifest = PeerFormats.document(kind, model, InputFile::open);
    PeerTest test = new PeerTest("assertions", List.of(), PeerFormats.topazAssertions(file, files));
    return List.of(new PeerDocument(manifest.model(), List.of(), List.of(test)));
  }

  /** Null when they are this product's own. */
  private static @Nullable PeerKind guessed(String file, PeerFiles files)
      throws IOException, PeerFaultsException {
    String name = file.toLowerCase(Locale.ROOT);
    if (!name.endsWith(".yaml") && !name.endsWith(".yml") && !name.endsWith(".json")) {
      throw CommandException.usage(
          file
              + ": the name does not end in .yaml, .yml or .json; specify the system of the tests"
              + " with --from");
    }
    DocumentNode tree = tree(file, files);
    PeerKind kind = guessed(tree);
    if (kind == null && !OwnTestReader.isOwn(tree)) {
      throw new PeerFaultsException(
          new FilePlace(file, 1, 1), "unknown test format: specify the system with --from");
    }
    return kind;
  }

  /**
   * Returns true for a file that can be asked without further options; fails if it is no document.
   */
  static boolean isComplete(String file, PeerFiles files) throws IOException, PeerFaultsException {
    DocumentNode tree = tree(file, files);
    PeerKind kind = guessed(tree);
    return kind == null
        ? OwnTestReader.isOwn(tree)
        : kind != PeerKind.TOPAZ || TopazTemplate.isTemplate(tree);
  }

  private static @Nullable PeerKind guessed(DocumentNode tree) {
    if (OwnTestReader.isOwn(tree)) {
      return null;
    }
    if (TopazTemplate.isTemplate(tree)) {
      return PeerKind.TOPAZ;
    }
    if (FgaSuiteReader.isSuite(tree)) {
      return PeerKind.OPENFGA;
    }
    if (tree instanceof Members members) {
      boolean schema =
          members.all().containsKey("schema") || members.all().containsKey("schemaFile");
      if (schema && !members.all().containsKey("app")) { // a manifest of ours names its form so
        return PeerKind.SPICEDB;
      }
      if (members.all().containsKey("assertions")) {
        return PeerKind.TOPAZ;
      }
      if (members.get("model") instanceof Scalar || members.get("model_file") instanceof Scalar) {
        return PeerKind.OPENFGA;
      }
    }
    return null;
  }

  private static DocumentNode tree(String file, PeerFiles files)
      throws IOException, PeerFaultsException {
    try (InputStream stream = files.open(file)) {
      return DocumentReader.of(file, stream).whole();
    }
  }
}
