package io.iamplane.audit.verification;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.audit.checkpoint.CheckpointService;
import io.iamplane.chain.verifier.ChainVerifier;
import io.iamplane.chain.verifier.Verification;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.BuiltChain;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Verification of a long chain, alone and beside a writer; prints its figures. */
@QuarkusTest
@Tag("stress")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class VerificationStressDbTest {

  private static final Logger LOG = Logger.getLogger(VerificationStressDbTest.class);

  /** Records, unless {@code -Dstress.records} says otherwise. */
  private static final int RECORDS = Integer.getInteger("stress.records", 1_000_000);

  private static final int SINCE = 10_000;

  @Inject TestPlatform platform;
  @Inject Changes changes;
  @Inject UserService users;
  @Inject ChainVerifier verifier;
  @Inject CheckpointService checkpoints;

  @Test
  void aLongChainIsVerifiedAndHoldsUpNobody() throws Exception {
    OrganizationId tenant = platform.tenant().id();
    try (Connection owner = Rows.open()) {
      BuiltChain.append(owner, tenant, RECORDS);
      checkpoints.create(platform.command(), tenant);
      BuiltChain.append(owner, tenant, SINCE);
    }
    Verification full = timed("full, %,d records".formatted(RECORDS + SINCE), tenant, true);
    assertThat(full.toSeq()).isGreaterThan(RECORDS + SINCE);
    timed("full again", tenant, true);
    Verification since = timed("from the checkpoint, %,d records".formatted(SINCE), tenant, false);
    assertThat(since.fromSeq()).isGreaterThan(RECORDS);
    assertThat(Duration.between(since.startedAt(), since.finishedAt()))
        .isLessThan(Duration.ofSeconds(2));

    Duration alone = slowest(tenant, 200);
    AtomicBoolean stop = new AtomicBoolean();
    Thread verifying =
        Thread.ofPlatform()
            .start(() -> {
              while (!stop.get()) {
                assertThat(verify(tenant, true).valid()).isTrue();
              }
            });
    Duration beside;
    try {
      beside = slowest(tenant, 200);
    } finally {
      stop.set(true);
    }
    verifying.join();
    LOG.infof(
        "p99 of one audited change: %d ms alone, %d ms beside a running verification",
        alone.toMillis(), beside.toMillis());
    // A writer that waited for a verification would wait for seconds.
    assertThat(beside).isLessThan(Duration.ofSeconds(1));
  }

  private Verification timed(String what, OrganizationId tenant, boolean full) {
    long start = System.nanoTime();
    Verification found = verify(tenant, full);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertThat(found.finding()).isNull();
    long rate = (found.toSeq() - found.fromSeq() + 1) * 1_000 / Math.max(1, took.toMillis());
    LOG.infof("%s: %d ms, %,d records/s", what, took.toMillis(), rate);
    return found;
  }

  private Verification verify(OrganizationId tenant, boolean full) {
    return verifier.verify(tenant, new ChainVerifier.Plan(full, List.of(), null));
  }

  private Duration slowest(OrganizationId tenant, int count) {
    long[] nanos = new long[count];
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      people(tenant, 1);
      nanos[i] = System.nanoTime() - start;
    }
    Arrays.sort(nanos);
    return Duration.ofNanos(nanos[count * 99 / 100]);
  }

  private void people(OrganizationId tenant, int count) {
    changes.record(
        Change.policy(
            platform.command(),
            tenant,
            recording -> {
              for (int i = 0; i < count; i++) {
                users.create(recording, CreateUserRequest.of(null, "Person " + i, Map.of("n", i)));
              }
              return true;
            }));
  }
}
