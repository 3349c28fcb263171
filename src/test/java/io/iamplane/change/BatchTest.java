package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BatchTest {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Batch batch = new Batch(new TenantChanges(OrganizationId.next(), 1, null), 4, 0);

  @Test
  void aBatchEndsCommittedOrToBeDoneAgain() {
    Batch other = new Batch(new TenantChanges(OrganizationId.next(), 1, null), 4, 0);
    batch.committed();
    other.again();
    assertThat(batch.isCommitted(PATIENCE)).isTrue();
    assertThat(other.isCommitted(PATIENCE)).isFalse();
  }

  /** A change whose commit is known must not be done again because something failed after it. */
  @Test
  void aFailureAfterTheCommitIsTheAnswer() {
    RuntimeException why = IamException.conflict("The outcome is unknown.");
    batch.committed();
    batch.fail(why);
    assertThatThrownBy(() -> batch.isCommitted(PATIENCE)).isSameAs(why);
  }
}
