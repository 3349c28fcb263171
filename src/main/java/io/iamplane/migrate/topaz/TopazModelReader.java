package io.iamplane.migrate.topaz;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerExpression;
import io.iamplane.migrate.PeerExpression.Arrow;
import io.iamplane.migrate.PeerExpression.Computed;
import io.iamplane.migrate.PeerExpression.Direct;
import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerKind;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerRelation;
import io.iamplane.migrate.PeerSubject;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import io.iamplane.migrate.text.DocumentShape;
import io.iamplane.migrate.text.ExpressionReader;
import io.iamplane.migrate.text.ExpressionReader.Binding;
import io.iamplane.migrate.text.ExpressionReader.Operator;
import io.iamplane.migrate.text.ModelBuilder;
import io.iamplane.migrate.text.PeerCursor;
import io.iamplane.migrate.text.PeerText;
import io.iamplane.migrate.text.PeerToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads a manifest of version 3. */
public final class TopazModelReader {

  private static final Map<String, Operator> OPERATORS =
      Map.of("|", Operator.ANY, "&", Operator.ALL, "-", Operator.WITHOUT);

  private static final String VERSION = "3";

  private final PeerFaults faults = new PeerFaults();
  private final DocumentShape shape = new DocumentShape(faults);
  private final ModelBuilder model = new ModelBuilder(PeerKind.TOPAZ, faults);

  private TopazModelReader() {}

  public static PeerModel read(DocumentNode document) throws PeerFaultsException {
    return new TopazModelReader().manifest(document);
  }

  private PeerModel manifest(DocumentNode document) throws PeerFaultsException {
    Members manifest = shape.members(document, "a manifest");
    version(manifest);
    if (manifest.get("types") == null) {
      throw faults.end(manifest.place(), "missing 'types'; this is not a Topaz manifest");
    }
    Members all = shape.member(manifest, "types");
    for (String name : all.all().keySet()) {
      type(name, all);
    }
    faults.refuse();
    return model.build();
  }

  private void version(Members manifest) throws PeerFaultsException {
    Scalar version = shape.optional(shape.member(manifest, "model"), "version");
    if (version != null && !version.value().equals(VERSION)) {
      faults.add(
          version.place(),
          "unsupported version " + version.value() + "; only version 3 is supported");
    }
  }

  private void type(String name, Members types) throws PeerFaultsException {
    model.type(name, DocumentShape.placeOf(types, name));
    DocumentNode node = types.get(name);
    if (node == null) {
      return;
    }
    Members type = shape.members(node, "a type");
    for (String kind : List.of("relations", "permissions")) {
      Members named = shape.member(type, kind);
      for (String each : named.all().keySet()) {
        DocumentNode text = named.get(each);
        Scalar scalar = text == null ? null : shape.text(text, each);
        FilePlace place = DocumentShape.placeOf(named, each);
        if (scalar != null) {
          relation(each, kind.equals("relations"), scalar, place);
        } else if (text == null) {
          faults.add(place, "must be a string such as 'user | group#member'");
        }
      }
    }
  }

  private void relation(String name, boolean stored, Scalar text, FilePlace place)
      throws PeerFaultsException {
    try {
      PeerCursor tokens = new TopazLexer(new PeerText(text.place(), text.value())).tokens();
      List<PeerSubject> subjects = stored ? subjects(tokens) : List.of();
      PeerExpression expression =
          stored
              ? new Direct()
              : new ExpressionReader(Binding.ALIKE, OPERATORS, TopazModelReader::term).read(tokens);
      if (!tokens.atEnd()) {
        throw tokens.unexpected("an operator or the end of the text");
      }
      model.relation(new PeerRelation(name, subjects, expression, place));
    } catch (PeerFaultsException e) {
      faults.add(e.faults().getFirst().place(), e.faults().getFirst().message());
    }
  }

  private static List<PeerSubject> subjects(PeerCursor tokens) throws PeerFaultsException {
    List<PeerSubject> subjects = new ArrayList<>();
    do {
      PeerToken type = tokens.word("a type");
      String relation = null;
      boolean wildcard = false;
      if (tokens.accept("#")) {
        relation = tokens.word("a relation after '#'").text();
      } else if (tokens.accept(":")) {
        tokens.expect("*");
        wildcard = true;
      }
      subjects.add(new PeerSubject(type.text(), relation, wildcard, null, false, type.place()));
    } while (tokens.accept("|"));
    return subjects;
  }

  private static PeerExpression term(PeerCursor tokens) throws PeerFaultsException {
    PeerToken name = tokens.word("a relation, a permission or '('");
    if (tokens.accept("->")) {
      PeerToken target = tokens.word("a relation or permission after '->'");
      return new Arrow(name.text(), target.text(), false, name.place());
    }
    return new Computed(name.text(), name.place());
  }
}
