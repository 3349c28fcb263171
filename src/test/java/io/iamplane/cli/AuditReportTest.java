package io.iamplane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Exit code 1 says that a chain is broken, and nothing else. */
class AuditReportTest {

  @Test
  void aRefusalIsNotKnowing() {
    for (IamException refusal :
        List.of(
            IamException.conflict("The request conflicts with a concurrent change. Retry it."),
            IamException.notFound(),
            IamException.dependencyUnavailable(new SQLException("x", "08006")))) {
      assertThat(Failures.asUnknown(refusal).exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
      assertThatThrownBy(() -> Failures.unknownIfRefused(() -> fail(refusal)))
          .isInstanceOfSatisfying(
              CommandException.class,
              e -> assertThat(e.exitCode()).isEqualTo(ExitCode.UNAVAILABLE));
    }
    assertThat(Failures.asUnknown(IamException.conflict("Try again."))).hasMessage("Try again.");
  }

  @Test
  void anUnfitArgumentIsWrongUsage() {
    assertThat(Failures.asUnknown(IamException.validation("from", "must be a number")))
        .hasMessage("from: must be a number")
        .satisfies(e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE));
  }

  @Test
  void theWorstOfTheChainsCounts() {
    AuditChains.Chain chain = new AuditChains.Chain(OrganizationId.next(), "a");
    AuditReport<String> report = new AuditReport<>();
    report.whole("whole", "a: intact");
    assertThat(report.exitCode()).isEqualTo(ExitCode.DONE);
    report.attempt(chain, () -> fail(IamException.notFound()));
    assertThat(report.exitCode()).isEqualTo(ExitCode.UNAVAILABLE);
    report.broken("broken", "b: BROKEN");
    assertThat(report.exitCode()).isEqualTo(ExitCode.FINDING);
    assertThat(report.valid()).isFalse();
    assertThat(report.lines()).containsExactly("a: intact", "b: BROKEN");
    assertThat(report.failed())
        .extracting(AuditReport.FailedView::organizationId)
        .containsExactly(chain.id().toString());
  }

  private static boolean fail(IamException refusal) {
    throw refusal;
  }
}
