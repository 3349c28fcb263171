package io.iamplane.decision.engine.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.matrix.MatrixCase;
import io.iamplane.decision.matrix.MatrixFile;
import io.iamplane.decision.matrix.MatrixReader;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every case of the decision matrix: decided, explained, and put to the reference evaluator. */
class DecisionMatrixTest {

  private static final List<MatrixFile> FILES = MatrixReader.all();

  private static final int FEWEST = 170;

  /** Reasons of the engine itself; the others come from its surroundings. */
  private static final Set<ReasonCode> OF_THE_ENGINE =
      EnumSet.complementOf(
          EnumSet.of(
              ReasonCode.POLICY_VERSION_UNAVAILABLE,
              ReasonCode.DEPENDENCY_UNAVAILABLE,
              ReasonCode.DECISION_LOG_FULL,
              ReasonCode.INTERNAL_ERROR));

  /** The traps that concern deciding; the design's table of traps describes each. */
  private static final Set<String> TRAPS =
      Set.of(
          "case-insensitive comparison",
          "joined keys",
          "lost rule",
          "error in a deny condition",
          "group grants reach no one",
          "role inheritance on paper",
          "regrant after revocation",
          "suspended user",
          "wildcard role and platform operations",
          "ipv4-mapped ipv6",
          "long comprehension");

  @TestFactory
  Stream<DynamicContainer> everyCaseIsDecidedAsWritten() {
    return FILES.stream().map(DecisionMatrixTest::container);
  }

  private static DynamicContainer container(MatrixFile file) {
    MatrixTenant tenant = new MatrixTenant(file);
    return DynamicContainer.dynamicContainer(
        file.name(),
        tenant.cases().stream()
            .map(each -> DynamicTest.dynamicTest(each.name(), () -> tenant.ask(each))));
  }

  @Test
  void everyReasonOfTheEngineIsReached() {
    Set<ReasonCode> reached =
        cases().map(each -> each.expect().reason()).collect(Collectors.toCollection(HashSet::new));
    assertThat(reached).isEqualTo(OF_THE_ENGINE);
  }

  /** An allowed case says by which grant or name, or the way there would go untested. */
  @Test
  void everyAllowedCaseNamesWhatAllows() {
    assertThat(
            cases()
                .filter(each -> each.expect().allowed())
                .filter(each ->
                    each.expect().matched() == null && each.expect().matchedRelation() == null))
        .isEmpty();
  }

  @Test
  void everyTrapOfDecidingHasACase() {
    Set<String> seen =
        cases().map(MatrixCase::trap).filter(Objects::nonNull).collect(Collectors.toSet());
    assertThat(seen).isEqualTo(TRAPS);
  }

  @Test
  void thereAreManyAndFewAreTheEnginesOnly() {
    assertThat(cases()).hasSizeGreaterThanOrEqualTo(FEWEST);
    assertThat(FILES.stream().filter(MatrixFile::engineOnly)).hasSizeLessThanOrEqualTo(2);
  }

  private static Stream<MatrixCase> cases() {
    return FILES.stream().flatMap(file -> file.cases().stream());
  }
}
