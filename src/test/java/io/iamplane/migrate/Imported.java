package io.iamplane.migrate;

import io.iamplane.migrate.proof.AssertionOutcome;
import io.iamplane.migrate.proof.AssertionRun;
import io.iamplane.migrate.proof.ImportedPolicy;
import io.iamplane.migrate.source.PeerFormats;
import io.iamplane.migrate.target.ImportReport;
import io.iamplane.migrate.target.ModelWriter;
import io.iamplane.migrate.target.RelationsFile;
import io.iamplane.migrate.target.TargetModel;
import io.iamplane.migrate.text.PeerFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Files of another system, and the result of their import. */
public final class Imported {

  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private final PeerKind kind;
  private final Map<String, String> files = new HashMap<>();
  private final ImportReport report = new ImportReport();

  private Imported(PeerKind kind) {
    this.kind = kind;
  }

  public static Imported of(PeerKind kind) {
    return new Imported(kind);
  }

  public static Imported openfga(String name, String text) {
    return of(PeerKind.OPENFGA).file(name, text);
  }

  public Imported file(String name, String text) {
    files.put(name, text);
    return this;
  }

  PeerFiles files() {
    return name -> {
      String text = files.get(name);
      if (text == null) {
        throw new NoSuchFileException(name);
      }
      return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    };
  }

  public PeerDocument document(String file) throws PeerFaultsException {
    try {
      return PeerFormats.document(kind, file, files());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public TargetModel model(String file) throws PeerFaultsException {
    return ModelWriter.write(document(file).model(), report);
  }

  public List<String> report() {
    return report.lines();
  }

  public ImportReport reported() {
    return report;
  }

  /** The file of relations. */
  public String relations(String model, String data) throws PeerFaultsException {
    try {
      StringWriter written = new StringWriter();
      RelationsFile.write(model(model), PeerFormats.data(kind, data, files()), written, report);
      return written.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks the tests of a file that may hold several models. */
  public List<AssertionOutcome> runAll(String file) throws PeerFaultsException {
    try {
      List<AssertionOutcome> outcomes = new ArrayList<>();
      for (PeerDocument document : PeerFormats.tests(kind, file, files())) {
        TargetModel model = ModelWriter.write(document.model(), report);
        AssertionRun run =
            new AssertionRun(new ImportedPolicy(model, report), document.tuples(), NOW);
        document.tests().forEach(run::run);
        outcomes.addAll(run.outcomes());
      }
      return outcomes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks the tests of a file. */
  public List<AssertionOutcome> run(String file) throws PeerFaultsException {
    PeerDocument document = document(file);
    TargetModel model = ModelWriter.write(document.model(), report);
    List<AssertionOutcome> outcomes = new ArrayList<>();
    AssertionRun run = new AssertionRun(new ImportedPolicy(model, report), document.tuples(), NOW);
    document.tests().forEach(run::run);
    outcomes.addAll(run.outcomes());
    return outcomes;
  }
}
