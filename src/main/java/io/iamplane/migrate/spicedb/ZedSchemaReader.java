package io.iamplane.migrate.spicedb;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerCondition;
import io.iamplane.migrate.PeerExpression;
import io.iamplane.migrate.PeerExpression.Arrow;
import io.iamplane.migrate.PeerExpression.Computed;
import io.iamplane.migrate.PeerExpression.Direct;
import io.iamplane.migrate.PeerExpression.Itself;
import io.iamplane.migrate.PeerExpression.Nothing;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a schema; after a fault goes on at the next line that begins a part, to report all. */
public final class ZedSchemaReader {

  private static final Set<String> BEGINS =
      Set.of("definition", "relation", "permission", "caveat", "use", "partial", "import");

  private static final Map<String, Operator> OPERATORS =
      Map.of("+", Operator.ANY, "&", Operator.ALL, "-", Operator.WITHOUT);

  private static final String SELF = "self";

  private final PeerCursor tokens;
  private final PeerFaults faults = new PeerFaults();
  private final ModelBuilder model = new ModelBuilder(PeerKind.SPICEDB, faults);
  private final List<PeerRelation> members = new ArrayList<>();
  private boolean inside;

  private ZedSchemaReader(PeerCursor tokens) {
    this.tokens = tokens;
  }

  public static PeerModel read(PeerText text) throws PeerFaultsException {
    return new ZedSchemaReader(new ZedLexer(text).tokens()).read(text.begin());
  }

  private PeerModel read(FilePlace begin) throws PeerFaultsException {
    if (tokens.atEnd()) {
      throw new PeerFaultsException(
          begin, "the schema is empty; it must contain at least one definition");
    }
    while (!tokens.atEnd()) {
      try {
        part();
      } catch (PeerFaultsException e) {
        faults.add(e.faults().getFirst().place(), e.faults().getFirst().message());
        skip();
      }
    }
    if (inside) {
      faults.add(tokens.peek().place(), "the last definition is not closed with '}'");
    }
    faults.refuse();
    return model.build();
  }

  /** To the next line that begins something, or the end of the definition. */
  private void skip() {
    while (!tokens.atEnd()
        && !(inside && tokens.isNext("}"))
        && !(tokens.peek().first() && BEGINS.contains(tokens.peek().text()))) {
      tokens.next();
    }
  }

  private void part() throws PeerFaultsException {
    PeerToken word = tokens.peek();
    if (inside && tokens.accept("}")) {
      end();
      return;
    }
    if (tokens.accept(";")) {
      return;
    }
    tokens.next();
    switch (word.text()) {
      case "definition" -> definition(word);
      case "caveat" -> caveat();
      case "relation" -> relation(word);
      case "permission" -> permission(word);
      case "use" -> word("a feature name");
      case "@" -> decorator();
      case "partial", "import" ->
          throw new PeerFaultsException(
              word.place(),
              "composed schemas cannot be read; first compile the schema with"
                  + " 'zed preview schema compile'");
      default ->
          throw new PeerFaultsException(
              word.place(),
              "expected 'definition', 'caveat', 'relation' or 'permission', found "
                  + word.described());
    }
  }

  private void definition(PeerToken word) throws PeerFaultsException {
    if (inside) {
      faults.add(word.place(), "the previous definition is not closed with '}'");
      end();
    }
    PeerToken name = word("a definition name");
    model.type(name.text(), name.place());
    tokens.expect("{");
    inside = true;
  }

  /** Ends a type: only then it is known if it has a name {@code self}. */
  private void end() throws PeerFaultsException {
    inside = false;
    boolean named = members.stream().anyMatch(each -> each.name().equals(SELF));
    for (PeerRelation each : members) {
      model.relation(
          named
              ? each
              : new PeerRelation(
                  each.name(),
                  each.subjects(),
                  each.expression().replaced(ZedSchemaReader::itself),
                  each.place()));
    }
    members.clear();
  }

  private static PeerExpression itself(PeerExpression leaf) {
    return leaf instanceof Computed computed && computed.name().equals(SELF) ? new Itself() : leaf;
  }

  private void requireInside(PeerToken word) throws PeerFaultsException {
    if (!inside) {
      throw new PeerFaultsException(
          word.place(), word.described() + " must be inside a definition");
    }
  }

  private void relation(PeerToken word) throws PeerFaultsException {
    requireInside(word);
    PeerToken name = word("a relation name");
    tokens.expect(":");
    List<PeerSubject> subjects = subjects();
    requireEnd();
    members.add(new PeerRelation(name.text(), subjects, new Direct(), name.place()));
  }

  private List<PeerSubject> subjects() throws PeerFaultsException {
    List<PeerSubject> subjects = new ArrayList<>();
    do {
      subjects.add(subject());
    } while (tokens.accept("|"));
    return subjects;
  }

  private void requireEnd() throws PeerFaultsException {
    if (!tokens.atEnd() && !tokens.peek().first() && !tokens.isNext("}") && !tokens.isNext(";")) {
      throw tokens.unexpected("an operator or the end of the line");
    }
  }

  private PeerSubject subject() throws PeerFaultsException {
    PeerToken type = word("a type");
    String relation = null;
    boolean wildcard = false;
    if (tokens.accept(":")) {
      tokens.expect("*");
      wildcard = true;
    } else if (tokens.accept("#") && !tokens.accept("...")) {
      relation = word("a relation after '#'").text();
    }
    String caveat = null;
    boolean expires = false;
    if (tokens.accept("with")) {
      do {
        String trait = word("a caveat or 'expiration' after 'with'").text();
        if (trait.equals("expiration")) {
          expires = true;
        } else {
          caveat = trait;
        }
      } while (tokens.accept("and"));
    }
    return new PeerSubject(type.text(), relation, wildcard, caveat, expires, type.place());
  }

  private void permission(PeerToken word) throws PeerFaultsException {
    requireInside(word);
    PeerToken name = word("a permission name");
    if (tokens.accept(":")) {
      subjects(); // a declaration of its subjects, which adds nothing
    }
    tokens.expect("=");
    PeerExpression expression =
        new ExpressionReader(Binding.UNION_FIRST, OPERATORS, _ -> term()).read(tokens);
    requireEnd();
    members.add(new PeerRelation(name.text(), List.of(), expression, name.place()));
  }

  /** A word that does not begin another line of the schema. */
  private PeerToken word(String what) throws PeerFaultsException {
    if (tokens.peek().first() && BEGINS.contains(tokens.peek().text())) {
      throw tokens.unexpected(what);
    }
    return tokens.word(what);
  }

  private PeerExpression term() throws PeerFaultsException {
    PeerToken name = word("a relation, a permission or '('");
    if (name.text().equals("nil")) {
      return new Nothing();
    }
    if (tokens.accept("->")) {
      PeerToken target = word("a relation or permission after '->'");
      return new Arrow(name.text(), target.text(), false, name.place());
    }
    if (tokens.accept(".")) {
      PeerToken function = word("'any' or 'all'");
      boolean all = function.text().equals("all");
      if (!all && !function.text().equals("any")) {
        throw new PeerFaultsException(
            function.place(), "expected 'any' or 'all', found " + function.described());
      }
      tokens.expect("(");
      PeerToken target = word("a relation or permission");
      tokens.expect(")");
      return new Arrow(name.text(), target.text(), all, name.place());
    }
    return new Computed(name.text(), name.place());
  }

  private void caveat() throws PeerFaultsException {
    PeerToken name = word("a caveat name");
    Map<String, String> parameters = new LinkedHashMap<>();
    tokens.expect("(");
    do {
      PeerToken parameter = word("a parameter");
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
    StringBuilder type = new StringBuilder(word("a type such as string").text());
    int open = 0;
    while (tokens.accept("<")) {
      type.append('<').append(word("a type such as string").text());
      open++;
    }
    for (int i = 0; i < open; i++) {
      tokens.expect(">");
      type.append('>');
    }
    return type.toString();
  }

  /** A remark such as {@code @deprecated(warn, "...")}, which changes no answer. */
  private void decorator() throws PeerFaultsException {
    word("a name after '@'");
    if (!tokens.accept("(")) {
      return;
    }
    int open = 1;
    while (open > 0 && !tokens.atEnd()) {
      PeerToken token = tokens.next();
      if (token.is("(")) {
        open++;
      } else if (token.is(")")) {
        open--;
      }
    }
  }
}
