package io.iamplane.migrate.spicedb;

import io.iamplane.migrate.PeerAssertion;
import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Expected;
import io.iamplane.migrate.PeerDocument;
import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerTest;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import io.iamplane.migrate.text.DocumentShape;
import io.iamplane.migrate.text.PeerFiles;
import io.iamplane.migrate.text.PeerText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads a validation file: {@code schema} or {@code schemaFile}, {@code relationships}, {@code
 * assertions}, and of {@code validation} the subjects, each as one that is allowed.
 */
public final class ZedValidationReader {

  private static final String WITH = " with ";

  private final PeerFaults faults = new PeerFaults();
  private final DocumentShape shape = new DocumentShape(faults);
  private final PeerFiles files;

  private ZedValidationReader(PeerFiles files) {
    this.files = files;
  }

  public static PeerDocument read(DocumentNode document, PeerFiles files)
      throws PeerFaultsException {
    return new ZedValidationReader(files).file(document);
  }

  private PeerDocument file(DocumentNode document) throws PeerFaultsException {
    Members file = shape.members(document, "a validation file");
    PeerModel model = ZedSchemaReader.read(schema(file));
    List<PeerTuple> stored = relationships(file);
    List<PeerTest> tests = new ArrayList<>();
    List<PeerAssertion> assertions = new ArrayList<>();
    Members all = shape.member(file, "assertions");
    assertions(all, "assertTrue", Expected.ALLOWED, assertions);
    assertions(all, "assertCaveated", Expected.CONDITIONAL, assertions);
    assertions(all, "assertFalse", Expected.DENIED, assertions);
    tests.add(new PeerTest("assertions", List.of(), assertions));
    tests.add(new PeerTest("validation", List.of(), validation(file)));
    faults.refuse();
    return new PeerDocument(model, stored, tests);
  }

  private PeerText schema(Members file) throws PeerFaultsException {
    Scalar inline = shape.optional(file, "schema");
    if (inline != null) {
      return new PeerText(inline.place(), inline.value());
    }
    Scalar name = shape.text(file, "schemaFile");
    if (name == null) {
      throw faults.end(file.place(), "a validation file must have a 'schema' or a 'schemaFile'");
    }
    return files.named(name, faults, stream -> PeerText.read(name.value(), stream));
  }

  private List<PeerTuple> relationships(Members file) throws PeerFaultsException {
    Scalar text = shape.optional(file, "relationships");
    return text == null ? List.of() : relationships(text, faults);
  }

  /** The relationships of a text in lines. */
  public static List<PeerTuple> relationships(Scalar text, PeerFaults faults)
      throws PeerFaultsException {
    List<PeerTuple> all = new ArrayList<>();
    int number = 0;
    for (String line : text.value().split("\n", -1)) {
      PeerTuple tuple = ZedRelationships.line(text.place().plus(number++, 0), line, faults);
      if (tuple != null) {
        all.add(tuple);
      }
    }
    return all;
  }

  private void assertions(Members all, String name, Expected expected, List<PeerAssertion> into)
      throws PeerFaultsException {
    for (Scalar text : shape.textsOf(all, name)) {
      int with = text.value().indexOf(WITH);
      String asked = with < 0 ? text.value() : text.value().substring(0, with);
      try {
        Map<String, Object> context =
            with < 0
                ? Map.of()
                : DocumentShape.values(
                    ZedRelationships.context(
                        text.place(), text.value().substring(with + WITH.length())));
        PeerTuple tuple = ZedRelationships.read(text.place(), asked);
        into.add(Check.of(tuple, context, expected, tuple.place()));
      } catch (PeerFaultsException e) {
        faults.add(e.faults().getFirst().place(), e.faults().getFirst().message());
      }
    }
  }

  private List<PeerAssertion> validation(Members file) throws PeerFaultsException {
    List<PeerAssertion> all = new ArrayList<>();
    Members validation = shape.member(file, "validation");
    for (String asked : validation.all().keySet()) {
      for (Scalar text : shape.textsOf(validation, asked)) {
        expected(asked, text, all);
      }
    }
    return all;
  }

  /** Reads {@code [user:ann] is <doc:plan#writer>}; skips wildcards. */
  private void expected(String asked, Scalar text, List<PeerAssertion> into)
      throws PeerFaultsException {
    String line = text.value().strip();
    int end = line.indexOf("] is ");
    if (!line.startsWith("[") || end < 0) {
      faults.add(
          text.place(), "an expected subject must have the form '[user:ann] is <doc:plan#writer>'");
      return;
    }
    String subject = line.substring(1, end);
    boolean conditional = subject.endsWith("[...]");
    String name = conditional ? subject.substring(0, subject.length() - 5) : subject;
    if (name.indexOf('*') >= 0) {
      return;
    }
    try {
      PeerTuple tuple = ZedRelationships.read(text.place(), asked + "@" + name);
      Expected expected = conditional ? Expected.CONDITIONAL : Expected.ALLOWED;
      into.add(Check.of(tuple, Map.of(), expected, tuple.place()));
    } catch (PeerFaultsException e) {
      faults.add(text.place(), e.faults().getFirst().message());
    }
  }
}
