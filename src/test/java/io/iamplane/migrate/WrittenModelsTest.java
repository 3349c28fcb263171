package io.iamplane.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.proof.AssertionOutcome;
import io.iamplane.migrate.proof.AssertionOutcome.Result;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Models written by hand answer as their own files say; {@link RealPeersTest} asks the servers the
 * same.
 */
class WrittenModelsTest {

  private static final int FILES = 5;
  private static final int ASSERTIONS = 40;

  @ParameterizedTest
  @EnumSource(
      value = PeerKind.class,
      names = {"OPENFGA", "SPICEDB"})
  void eachAnswersAsItsFileSays(PeerKind kind) throws IOException, PeerFaultsException {
    int asked = 0;
    List<WrittenModel> models = WrittenModel.all(kind);
    assertThat(models).hasSizeGreaterThanOrEqualTo(FILES);
    for (WrittenModel each : models) {
      List<AssertionOutcome> outcomes = each.files().run(each.file());

      assertThat(outcomes).as("%s", each).allMatch(it -> it.result() == Result.PASSED);
      assertThat(each.files().report()).as("%s", each).isEmpty();
      asked += outcomes.size();
    }
    assertThat(asked).isGreaterThan(ASSERTIONS);
  }

  /** Both evaluators, of the file's own questions and of all others. */
  @ParameterizedTest
  @EnumSource(
      value = PeerKind.class,
      names = {"OPENFGA", "SPICEDB"})
  void bothEvaluatorsAgree(PeerKind kind) throws IOException, PeerFaultsException {
    for (WrittenModel each : WrittenModel.all(kind)) {
      BroughtPeer brought =
          kind == PeerKind.OPENFGA
              ? BroughtPeer.of(each.peer(), "model.fga", "tuples.json")
              : BroughtPeer.of(each.peer(), "schema.zed", "tuples.txt");
      List<Check> questions = each.questions();
      assertThat(brought.ask(questions).stream().map(it -> "true".equals(it.answered())).toList())
          .as("%s", each)
          .isEqualTo(brought.refer(questions));
    }
  }
}
