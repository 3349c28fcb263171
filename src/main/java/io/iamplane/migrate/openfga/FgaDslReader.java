package io.iamplane.migrate.openfga;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerCondition;
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
import io.iamplane.migrate.text.ExpressionReader;
import io.iamplane.migrate.text.ExpressionReader.Binding;
import io.iamplane.migrate.text.ExpressionReader.Operator;
import io.iamplane.migrate.text.ModelBuilder;
import io.iamplane.migrate.text.PeerCursor;
import io.iamplane.migrate.text.PeerText;
import io.iamplane.migrate.text.PeerToken;
import io.iamplane.migrate.text.PeerToken.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a model in OpenFGA's DSL (schema 1.1 and 1.2), in one file or in modules. After a fault it
 * goes on at the next line that begins a definition, so that all are reported.
 */
public final class FgaDslReader {

  private static final String PARTS = "'model', 'type', 'relations', 'define' or 'condition'";

  private static final Set<String> BEGINS =
      Set.of("type", "relations", "define", "condition", "model", "module", "extend");

  private static final Map<String, Operator> OPERATORS =
      Map.of("or", Operator.ANY, "and", Operator.ALL, "but not", Operator.WITHOUT);

  private static final Set<String> VERSIONS = Set.of("1.1", "1.2");

  private final PeerCursor tokens;
  private final PeerFaults faults;
  private final ModelBuilder model;
  private @Nullable List<PeerSubject> subjects;

  private FgaDslReader(PeerText text, ModelBuilder model, PeerFaults faults)
      throws PeerFaultsException {
    this.tokens = new FgaLexer(text).tokens();
    this.model = model;
    this.faults = faults;
  }

  public static PeerModel read(PeerText text) throws PeerFaultsException {
    return read(List.of(text));
  }

  /** Reads a model in several files, its modules. */
  static PeerModel read(List<PeerText> texts) throws PeerFaultsException {
    PeerFaults faults = new PeerFaults();
    ModelBuilder model = new ModelBuilder(PeerKind.OPENFGA, faults);
    for (PeerText text : texts) {
      new FgaDslReader(text, model, faults).read(text.begin());
    }
    faults.refuse();
    return model.build();
  }

  private void read(FilePlace begin) throws PeerFaultsException {
    if (tokens.atEnd()) {
      throw new PeerFaultsException(begin, "the model is empty; it must begin with 'model'");
    }
    while (!tokens.atEnd()) {
      try {
        part();
      } catch (PeerFaultsException e) {
        faults.add(e.faults().getFirst().place(), e.faults().getFirst().message());
        skip();
      }
    }
  }

  private void skip() {
    while (!tokens.atEnd() && !(tokens.peek().first() && BEGINS.contains(tokens.peek().text()))) {
      tokens.next();
    }
  }

  private void part() throws PeerFaultsException {
    PeerToken word = tokens.peek();
    if (!word.first() || word.kind() != Kind.WORD) {
      throw tokens.unexpected(word.first() ? PARTS : "the end of the line");
    }
    tokens.next();
    switch (word.text()) {
      case "model" -> schema();
      case "module" -> tokens.word("a module name");
      case "type" -> type();
      case "extend" -> {
        tokens.expect("type");
        PeerToken name = tokens.word("a type name");
        model.extend(name.text(), name.place());
      }
      case "relations" -> model.requireType(word.place());
      case "define" -> define();
      case "condition" -> condition();
      default ->
          throw new PeerFaultsException(
              word.place(), "expected " + PARTS + ", found " + word.described());
    }
  }

  private void schema() throws PeerFaultsException {
    tokens.expect("schema");
    PeerToken version = tokens.word("a version such as 1.1");
    if (!VERSIONS.contains(version.text())) {
      throw new PeerFaultsException(
          version.place(),
          "unsupported schema version " + version.text() + "; only 1.1 and 1.2 are supported");
    }
  }

  private void type() throws PeerFaultsException {
    PeerToken name = tokens.word("a type name");
    model.type(name.text(), name.place());
  }

  private void define() throws PeerFaultsException {
    PeerToken name = tokens.word("a relation name");
    tokens.expect(":");
    subjects = null;
    PeerExpression expression =
        new ExpressionReader(Binding.ALIKE, OPERATORS, this::term).read(tokens);
    if (!tokens.atEnd() && !tokens.peek().first()) {
      throw tokens.unexpected("'or', 'and', 'but not' or the end of the line");
    }
    List<PeerSubject> listed = subjects;
    model.relation(
        new PeerRelation(
            name.text(), listed == null ? List.of() : listed, expression, name.place()));
  }

  private PeerExpression term(PeerCursor cursor) throws PeerFaultsException {
    PeerToken token = cursor.peek();
    if (cursor.accept("[")) {
      if (subjects != null) {
        throw new PeerFaultsException(
            token.place(), "a relation can have only one list in brackets");
      }
      subjects = list();
      return new Direct();
    }
    if (OPERATORS.containsKey(token.text()) || token.first()) {
      throw cursor.unexpected("a relation, '[' or '('");
    }
    PeerToken name = cursor.word("a relation, '[' or '('");
    if (cursor.accept("from")) {
      PeerToken through = cursor.word("a relation after 'from'");
      return new Arrow(through.text(), name.text(), false, name.place());
    }
    return new Computed(name.text(), name.place());
  }

  private List<PeerSubject> list() throws PeerFaultsException {
    List<PeerSubject> listed = new ArrayList<>();
    do {
      listed.add(subject());
    } while (tokens.accept(","));
    tokens.expect("]");
    return listed;
  }

  private PeerSubject subject() throws PeerFaultsException {
    PeerToken type = tokens.word("a type");
    String relation = null;
    boolean wildcard = false;
    if (tokens.accept(":")) {
      tokens.expect("*");
      wildcard = true;
    } else if (tokens.accept("#")) {
      relation = tokens.word("a relation after '#'").text();
    }
    String condition =
        tokens.accept("with") ? tokens.word("a condition after 'with'").text() : null;
    return new PeerSubject(type.text(), relation, wildcard, condition, false, type.place());
  }

  private void condition() throws PeerFaultsException {
    PeerToken name = tokens.word("a condition name");
    Map<String, String> parameters = new LinkedHashMap<>();
    tokens.expect("(");
    do {
      PeerToken parameter = tokens.word("a parameter");
      tokens.expect(":");
      if (parameters.put(parameter.text(), parameterType()) != null) {
        throw new PeerFaultsException(parameter.place(), "this parameter is declared twice");
      }
    } while (tokens.accept(","));
    tokens.expect(")");
    tokens.expect("{");
    PeerToken body = tokens.next();
    tokens.expect("}");
    model.condition(new PeerCondition(name.text(), parameters, body.text().strip(), name.place()));
  }

  private String parameterType() throws PeerFaultsException {
    String type = tokens.word("a type such as string").text();
    if (!tokens.accept("<")) {
      return type;
    }
    String of = tokens.word("a type such as string").text();
    tokens.expect(">");
    return type + "<" + of + ">";
  }
}
