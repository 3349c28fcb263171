package io.iamplane.decision.erasure;

import io.iamplane.audit.erasure.ErasureService;
import io.iamplane.change.Changes;
import io.iamplane.database.Transactions;
import io.iamplane.decision.block.Block;
import io.iamplane.decision.erasure.DecisionErasureStore.Open;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.decision.log.StoredBlocks;
import io.iamplane.decision.seal.DecisionSeals;
import io.iamplane.decision.seal.ErasedBlockQuery;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/** Erases people from blocks that tests make up, at the time that they choose. */
@ApplicationScoped
public class ErasedTenant {

  /** Seals are final by then. */
  static final Duration SOON = ErasureSteps.CLOCKS.plusSeconds(5);

  @Inject TestPlatform platform;
  @Inject StoredBlocks blocks;
  @Inject FlushedLog log;
  @Inject DecisionSeals seals;
  @Inject ErasureService erasures;
  @Inject DecisionErasureStore store;
  @Inject ErasedBlockStore blockStore;
  @Inject ErasedBlockQuery recorded;
  @Inject Changes changes;
  @Inject Transactions transactions;

  /** Stores some blocks and seals them. */
  public void seal(Block... some) {
    blocks.insert(List.of(some));
    seals.seal();
  }

  /** Erases a user, but for the decisions. */
  public void erase(OrganizationId tenant, String user) {
    erasures.eraseUser(platform.command(), tenant, new SubjectRef(SubjectRef.USER, user), true);
  }

  /** Erases a user over HTTP, with a decision about it. */
  public void eraseAskedAbout(AdminTenant tenant, String user) {
    tenant.allows(user, "shop:order.read");
    log.await();
    seals.seal();
    tenant.post("audit/erase-subject", "{'subject': '%s'}".formatted(user)).statusCode(200);
    run();
  }

  /** The job as it is so long after now. */
  ErasureSteps steps(Duration later) {
    return steps(later, blockStore);
  }

  /** The same with another store. */
  ErasureSteps steps(Duration later, ErasedBlockStore other) {
    return steps(Clock.offset(Clock.systemUTC(), later), other);
  }

  /** The same by another clock. */
  ErasureSteps steps(Clock clock, ErasedBlockStore other) {
    return new ErasureSteps(store, other, recorded, changes, transactions, clock);
  }

  /** Carries all erasures on, in the state of some minutes from now. */
  public void run() {
    steps(SOON).run();
  }

  /** The open erasures of a tenant. */
  List<Open> open(OrganizationId tenant) {
    return transactions.call(() -> store.open(10_000)).stream()
        .filter(each -> each.organization().equals(tenant))
        .toList();
  }

  /** The lines of a stored block. */
  public List<String> lines(OrganizationId tenant, UUID block) throws SQLException {
    return CraftedRecords.texts(column(tenant, block, "body"));
  }

  /** A column of a stored block. */
  byte[] column(OrganizationId tenant, UUID block, String name) throws SQLException {
    return HexFormat.of()
        .parseHex(
            Rows.texts(
                    "SELECT encode(%s, 'hex') FROM iam_decisions WHERE organization_id = '%s' AND id = '%s'"
                        .formatted(name, tenant, block))
                .getFirst());
  }
}
