package io.iamplane.language.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.language.relation.RelationExpression.All;
import io.iamplane.language.relation.RelationExpression.Exclusion;
import io.iamplane.language.relation.RelationExpression.Intersection;
import io.iamplane.language.relation.RelationExpression.Name;
import io.iamplane.language.relation.RelationExpression.Nil;
import io.iamplane.language.relation.RelationExpression.Self;
import io.iamplane.language.relation.RelationExpression.Traversal;
import io.iamplane.language.relation.RelationExpression.Union;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelationExpressionTest {

  private static final Name A = new Name("a");
  private static final Name B = new Name("b");
  private static final Name C = new Name("c");

  private static final ModelTerms NO_NAMES = new ModelTerms(Set.of(), Set.of());

  private static RelationExpression parse(String text) {
    try {
      return ExpressionParser.permission(text, new ModelSource(), NO_NAMES);
    } catch (SyntaxFault e) {
      throw new AssertionError(e.at("expression").toString(), e);
    }
  }

  private static String fault(String text) {
    try {
      return "none: " + ExpressionParser.permission(text, new ModelSource(), NO_NAMES);
    } catch (SyntaxFault e) {
      ModelFault fault = e.at("");
      return fault.line() + ":" + fault.column() + " " + fault.message();
    }
  }

  @Test
  void unionBindsLoosest() {
    assertThat(parse("a | b - c")).isEqualTo(new Union(List.of(A, new Exclusion(B, C))));
    assertThat(parse("a & b | c"))
        .isEqualTo(new Union(List.of(new Intersection(List.of(A, B)), C)));
  }

  @Test
  void intersectionAndExclusionBindAlikeFromTheLeft() {
    assertThat(parse("a - b & c")).isEqualTo(new Intersection(List.of(new Exclusion(A, B), C)));
    assertThat(parse("a & b - c")).isEqualTo(new Exclusion(new Intersection(List.of(A, B)), C));
    assertThat(parse("a - b - c")).isEqualTo(new Exclusion(new Exclusion(A, B), C));
  }

  @Test
  void traversalBindsTightest() {
    assertThat(parse("a->b - c")).isEqualTo(new Exclusion(new Traversal("a", "b"), C));
    assertThat(parse("a -> b")).isEqualTo(new Traversal("a", "b"));
  }

  @Test
  void allOfASubjectsAreAsked() {
    assertThat(parse("a.all(b) & c")).isEqualTo(new Intersection(List.of(new All("a", "b"), C)));
    assertThat(parse("a .all( b )").canonical()).isEqualTo("a.all(b)");
    assertThat(fault("a.all()")).startsWith("1:7 expected a relation or permission after '.all('");
    assertThat(fault("a.all(b")).startsWith("1:8 expected ')'");
    assertThat(fault("a.all (b)")).startsWith("1:2 unexpected character '.'");
    assertThat(fault(".all(b)")).startsWith("1:1 expected a relation, a permission or '('");
  }

  @Test
  void parenthesesRegroup() {
    assertThat(parse("(a | b) - c")).isEqualTo(new Exclusion(new Union(List.of(A, B)), C));
    assertThat(parse("a - (b - c)")).isEqualTo(new Exclusion(A, new Exclusion(B, C)));
    assertThat(parse("((a))")).isEqualTo(A);
  }

  @Test
  void nestedUnionsAndIntersectionsAreOne() {
    assertThat(parse("(a | b) | c")).isEqualTo(new Union(List.of(A, B, C)));
    assertThat(parse("a & (b & c)")).isEqualTo(new Intersection(List.of(A, B, C)));
  }

  @Test
  void hyphenInsideANameIsPartOfIt() {
    assertThat(parse("public-viewer")).isEqualTo(new Name("public-viewer"));
    assertThat(parse("a-b->c-d")).isEqualTo(new Traversal("a-b", "c-d"));
    assertThat(parse("a - b")).isEqualTo(new Exclusion(A, B));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a -b; 1:3 the exclusion operator '-' needs a space on both sides",
        "a- b; 1:2 the exclusion operator '-' needs a space on both sides",
        "a--b; 1:2 the exclusion operator '-' needs a space on both sides",
        "a b; 1:3 expected an operator or the end of the expression, found 'b'",
        "(a; 1:3 expected ')', found the end of the expression",
        "a); 1:2 expected an operator or the end of the expression, found ')'",
        "a->; 1:4 expected a relation or permission after '->', found the end of the expression",
        "a->(b); 1:4 expected a relation or permission after '->', found '('",
        "a->b->c; 1:5 expected an operator or the end of the expression, found '->'",
        "a ~ b; 1:3 unexpected character '~'",
        "user:b; 1:5 ':' must be followed by '*', as in user:*",
        "é; 1:1 unexpected character 'é'"
      })
  void faultsNameTheirPlace(String text, String fault) {
    assertThat(fault(text)).isEqualTo(fault);
  }

  /** Names declared before these words had a meaning keep their own. */
  @Test
  void selfAndNilAreWordsUnlessTheTypeDeclaresThem() throws SyntaxFault {
    assertThat(parse("self | nil")).isEqualTo(new Union(List.of(new Self(), new Nil())));
    assertThat(parse("self->nil")).isEqualTo(new Traversal("self", "nil"));
    ModelTerms declared = new ModelTerms(Set.of(), Set.of("self", "nil"));
    assertThat(ExpressionParser.permission("self | nil", new ModelSource(), declared))
        .isEqualTo(new Union(List.of(new Name("self"), new Name("nil"))));
  }

  @Test
  void emptyExpressionIsAFault() {
    assertThat(fault("")).startsWith("1:1 expected a relation, a permission or '('");
    assertThat(fault("a |\n\n & b")).startsWith("3:2 expected a relation");
  }

  @Test
  void sizesAreBounded() {
    assertThat(fault("a".repeat(65))).startsWith("1:1 a name can have at most 64");
    assertThat(fault("a | ".repeat(2000) + "a")).contains("more than 4096");
    assertThat(fault("(".repeat(33) + "a" + ")".repeat(33)))
        .contains("are nested more than 32 levels deep");
    assertThat(parse("(".repeat(32) + "a" + ")".repeat(32))).isEqualTo(A);
  }

  @Test
  void subjectTypeListedTwiceIsAFault() {
    for (String text : List.of("user | user", "[user | user]", "[user] | [user]")) {
      assertThatThrownBy(() -> RelationTextParser.read("r", text, new ModelSource(), NO_NAMES))
          .isInstanceOf(SyntaxFault.class)
          .hasMessage("'user' is listed twice");
    }
  }

  @Test
  void canonicalFormReadsBackAsTheSameExpression() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 20_000; i++) {
      RelationExpression expression = random(random, 4);
      assertThat(parse(expression.canonical())).as(expression.canonical()).isEqualTo(expression);
    }
  }

  private static RelationExpression random(SplittableRandom random, int depth) {
    int kind = random.nextInt(depth == 0 ? 2 : 5);
    return switch (kind) {
      case 1 -> random.nextBoolean() ? new Traversal("a", "b") : new All("a", "b-c");
      case 0 -> List.of(A, B, C, new Name("d-e"), new Self(), new Nil()).get(random.nextInt(6));
      case 2 -> new Union(operands(random, depth, Union.class));
      case 3 -> new Intersection(operands(random, depth, Intersection.class));
      default -> new Exclusion(random(random, depth - 1), random(random, depth - 1));
    };
  }

  private static List<RelationExpression> operands(
      SplittableRandom random, int depth, Class<?> not) {
    List<RelationExpression> operands = new ArrayList<>();
    int count = 2 + random.nextInt(2);
    while (operands.size() < count) {
      RelationExpression operand = random(random, depth - 1);
      if (!not.isInstance(operand)) {
        operands.add(operand);
      }
    }
    return operands;
  }
}
