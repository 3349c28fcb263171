package io.iamplane.decision.erasure;

import static io.iamplane.decision.erasure.CraftedRecords.about;
import static io.iamplane.decision.erasure.CraftedRecords.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.database.Sql;
import io.iamplane.database.TransactionTimeoutException;
import io.iamplane.database.Transactions;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.erasure.DecisionErasureStore.Open;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An erasure that fails or is stopped goes on later, and holds up no other one. */
@QuarkusTest
class ErasureInterruptionsDbTest {

  @Inject TestPlatform platform;
  @Inject ErasedTenant erased;
  @Inject DecisionErasureStore store;
  @Inject Transactions transactions;
  @Inject Sql sql;

  private final List<Block> made = new ArrayList<>();
  private OrganizationId tenant;
  private String ann;

  @BeforeEach
  void fourBlocksAboutAnn() {
    AdminTenant api = new AdminTenant(platform);
    tenant = api.organization().id();
    ann = api.made("users", "{'name': 'Ann Quimby', 'external_id': 'quimby-7'}");
    for (int i = 0; i < 4; i++) {
      made.add(block(tenant, about("user:" + ann), about("user:bert")));
    }
    erased.seal(made.toArray(Block[]::new));
    erased.erase(tenant, ann);
  }

  /** Otherwise one block whose reading takes too long would be read again and again. */
  @Test
  void aBlockThatTakesAWholeTransactionIsNamedAndLeft() throws SQLException {
    AtomicInteger tries = new AtomicInteger();
    ErasureSteps steps =
        steps(block -> {
          if (block.equals(made.get(1).id())) {
            tries.incrementAndGet();
            throw IamException.dependencyUnavailable(new TransactionTimeoutException(null));
          }
        });
    Open open = erased.open(tenant).getFirst();
    boolean more = true;
    while (more) {
      more = steps.step(open);
    }

    assertThat(state().skippedBlocks()).containsExactly(made.get(1).id().toString());
    assertThat(state().blocks()).isEqualTo(3);
    assertThat(left()).isEqualTo(1);
    assertThat(tries).as("in steps of eight, and alone").hasValueLessThan(12);
  }

  @Test
  void anyOtherFailureIsNoReasonToPassOver() throws SQLException {
    Open open = erased.open(tenant).getFirst();
    ErasureSteps failing =
        steps(block -> {
          throw new IllegalStateException("the disk is full");
        });
    assertThatThrownBy(() -> failing.step(open)).hasStackTraceContaining("the disk is full");
    assertThat(state().skipped()).isZero();
    assertThat(state().reached()).isNull();
    assertThat(left()).isEqualTo(4);

    erased.run();
    assertThat(left()).isZero();
  }

  /** A step that fails at its third block has changed none. */
  @Test
  void aStepIsOneTransaction() throws SQLException {
    AtomicInteger read = new AtomicInteger();
    ErasureSteps failing =
        steps(block -> {
          if (read.incrementAndGet() == 3) {
            throw new IllegalStateException("the third");
          }
        });
    assertThatThrownBy(() -> failing.step(erased.open(tenant).getFirst()))
        .hasStackTraceContaining("the third");

    assertThat(left()).isEqualTo(4);
    assertThat(
            Rows.texts(
                "SELECT 1 FROM iam_audit_records WHERE event_type = 'iam.decisions.erased'"
                    + " AND organization_id = '%s'".formatted(tenant)))
        .isEmpty();
  }

  @Test
  void oneThatFailsHoldsUpNoOther() throws SQLException {
    AdminTenant other = new AdminTenant(platform);
    String carl = other.made("users", "{'name': 'Carl'}");
    Block theirs = block(other.organization().id(), about("user:" + carl));
    erased.seal(theirs);
    erased.erase(other.organization().id(), carl);
    steps(
            block -> {
              if (made.stream().anyMatch(each -> each.id().equals(block))) {
                throw new IllegalStateException("a failure of one tenant");
              }
            })
        .run();

    assertThat(left()).isEqualTo(4);
    assertThat(erased.lines(other.organization().id(), theirs.id()))
        .allMatch(line -> line.startsWith("{\"erased\":"));
  }

  @Test
  void aRunThatIsOverBeginsNoStep() throws SQLException {
    Instant soon = Instant.now().plus(ErasedTenant.SOON);
    AtomicInteger asked = new AtomicInteger();
    InstantSource leaping = () -> soon.plusSeconds(30L * asked.getAndIncrement());
    erased.steps(leaping.withZone(ZoneOffset.UTC), new ErasedBlockStore(sql)).run();
    assertThat(left()).isEqualTo(4);

    erased.run();
    assertThat(left()).isZero();
  }

  /** The steps with a store that does something before it locks a block. */
  private ErasureSteps steps(Consumer<UUID> beforeLock) {
    return erased.steps(
        ErasedTenant.SOON,
        new ErasedBlockStore(sql) {
          @Override
          Optional<StoredBlock> lock(OrganizationId organization, UUID block) {
            beforeLock.accept(block);
            return super.lock(organization, block);
          }
        });
  }

  private DecisionErasureView state() {
    return transactions.call(() -> store.last(tenant, UUID.fromString(ann))).orElseThrow();
  }

  private long left() throws SQLException {
    long left = 0;
    for (Block each : made) {
      left += erased.lines(tenant, each.id()).stream().anyMatch(line -> line.contains(ann)) ? 1 : 0;
    }
    return left;
  }
}
