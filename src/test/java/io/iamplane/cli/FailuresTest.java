package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.cli.Failures.Failure;
import io.iamplane.database.TransactionTimeoutException;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.shared.IamException;
import io.iamplane.shared.WriteOutcome;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Each kind of failure has its exit code and prints one line. */
class FailuresTest {

  @Test
  void aRefusalIsAFinding() {
    assertThat(Failures.of(IamException.conflict("There is one already.")))
        .isEqualTo(new Failure(ExitCode.FINDING, "There is one already."));
  }

  @Test
  void anUnfitArgumentIsWrongUsageAndIsNamed() {
    assertThat(Failures.of(IamException.validation("key", "must be short")))
        .isEqualTo(new Failure(ExitCode.USAGE, "key: must be short"));
  }

  @Test
  void aDatabaseThatIsAwayIsADependency() {
    SQLException refused = new SQLException("connection to secret-host refused", "08001");

    assertThat(Failures.of(new IllegalStateException(refused)))
        .isEqualTo(new Failure(ExitCode.UNAVAILABLE, "the database is unavailable"));
    assertThat(Failures.of(IamException.dependencyUnavailable(refused)))
        .isEqualTo(
            new Failure(ExitCode.UNAVAILABLE, "the database is unavailable; nothing was changed"));
  }

  @Test
  void aLostCommitIsToldAsUnknown() {
    IamException lost =
        IamException.dependencyUnavailable(WriteOutcome.UNKNOWN, new SQLException("x", "08006"));

    assertThat(Failures.of(lost).exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(Failures.of(lost).line()).contains("may or may not have been made");
  }

  @Test
  void aTimeoutIsNotToldAsADatabaseThatIsAway() {
    IamException late =
        IamException.dependencyUnavailable(
            new TransactionTimeoutException(new SQLException("x", "08006")));

    assertThat(Failures.of(late))
        .isEqualTo(
            new Failure(
                ExitCode.UNAVAILABLE,
                "the change exceeded the transaction time limit; nothing was changed"));
  }

  @Test
  void ofAPortionNothingIsSaidAboutTheOthers() {
    SQLException refused = new SQLException("connection refused", "08001");

    assertThat(Failures.ofPortion(IamException.dependencyUnavailable(refused)).line())
        .isEqualTo("the database is unavailable");
    assertThat(
            Failures.ofPortion(IamException.dependencyUnavailable(WriteOutcome.UNKNOWN, refused))
                .line())
        .contains("may or may not have been written");
    assertThat(
            Failures.ofPortion(
                    IamException.dependencyUnavailable(new TransactionTimeoutException(null)))
                .line())
        .isEqualTo("one line exceeded the transaction time limit");
    assertThat(Failures.ofPortion(IamException.validation("objects[1].id", "must be text")))
        .isEqualTo(new Failure(ExitCode.USAGE, "objects[1].id: must be text"));
  }

  @Test
  void aMissingKeyNamesItsSetting() {
    assertThat(Failures.of(new KeyProviderUnavailableException("iam.kek is not set")))
        .isEqualTo(new Failure(ExitCode.UNAVAILABLE, "cannot seal a key: iam.kek is not set"));
  }

  @Test
  void aKeyProviderThatIsAwayIsNotTakenForTheDatabase() {
    for (RuntimeException cause :
        new RuntimeException[] {
          new KeyProviderUnavailableException("Vault is asleep"),
          new UnsealException("Vault is asleep")
        }) {
      assertThat(Failures.of(IamException.dependencyUnavailable(cause)))
          .isEqualTo(new Failure(ExitCode.UNAVAILABLE, "cannot use the key: Vault is asleep"));
    }
  }

  @Test
  void theUnforeseenIsNoFindingAndTellsNothingInternal() {
    Failure failure = Failures.of(new IllegalStateException("internal detail"));

    assertThat(failure.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(failure.line()).doesNotContain("internal detail");
  }

  @Test
  void aCommandsOwnWordIsKept() {
    assertThat(Failures.of(CommandException.usage("line")))
        .isEqualTo(new Failure(ExitCode.USAGE, "line"));
  }
}
