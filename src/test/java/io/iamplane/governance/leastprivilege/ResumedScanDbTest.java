package io.iamplane.governance.leastprivilege;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.database.Transactions;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.log.FlushedLog;
import io.iamplane.decision.log.RecordedVolume;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.governance.leastprivilege.advice.Candidate;
import io.iamplane.governance.leastprivilege.advice.Evidence;
import io.iamplane.governance.leastprivilege.advice.RecommendationType;
import io.iamplane.governance.leastprivilege.advice.RecommendedChange;
import io.iamplane.governance.leastprivilege.advice.Severity;
import io.iamplane.governance.leastprivilege.proof.Proof;
import io.iamplane.governance.leastprivilege.use.UseLearning;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantId;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A scan interrupted at any point continues, and neither loses nor repeats a decision. */
@QuarkusTest
class ResumedScanDbTest {

  private static final Duration WINDOW = Duration.ofDays(90);

  @Inject TestPlatform platform;
  @Inject LeastPrivilegeScan scan;
  @Inject UseLearning learning;
  @Inject Proving proving;
  @Inject PolicyDrafts drafts;
  @Inject GrantService grants;
  @Inject Transactions transactions;
  @Inject RecordedVolume volume;
  @Inject FlushedLog log;

  private UsedTenant used;
  private OrganizationId organization;
  private String grant;

  @BeforeEach
  void aTenantThatDecided() {
    AdminTenant tenant = new AdminTenant(platform);
    used = new UsedTenant(tenant, volume, log, scan);
    organization = tenant.organization().id();
    used.user("ann");
    grant = used.role("ann", "depot:clerk");
    for (int day = 10; day < 15; day++) {
      used.used("ann", "depot:stock.read", day);
    }
    log.await();
  }

  private List<String> uses() throws Exception {
    return Rows.texts(
        "SELECT uses::text FROM iam_grant_uses WHERE grant_id = '%s'".formatted(grant));
  }

  @Test
  void aRunThatIsKilledBeforeItCommitsCountsNothingAndTheNextOneAll() throws Exception {
    Instant now = Instant.now().plusSeconds(1);
    assertThatThrownBy(() ->
            transactions.run(() -> {
              assertThat(learning.learn(organization, now, 1_000, now).decisions())
                  .isGreaterThanOrEqualTo(5);
              throw new IllegalStateException("killed");
            }))
        .hasMessage("killed");
    assertThat(uses()).isEmpty();
    learning.learn(organization, now, 1_000, now);
    assertThat(uses()).containsExactly("5");
    assertThat(learning.learn(organization, now, 1_000, now).decisions()).isZero();
    assertThat(uses()).containsExactly("5");
  }

  @Test
  void aProofThatReachesItsBoundGoesOnWhereItStopped() {
    Instant now = Instant.now();
    Proof begun = Proof.begin(now.minus(WINDOW), now);
    Proof part = proved(begun, now, 2);
    assertThat(part.holds()).isFalse();
    assertThat(part.completeFrom()).isAfter(part.from());
    Proof proof = part;
    for (int i = 0; i < 20 && proof.completeFrom().isAfter(proof.from()); i++) {
      proof = proved(proof, now, 2);
    }
    Proof atOnce = proved(begun, now, 1_000_000);
    assertThat(proof).isEqualTo(atOnce);
    assertThat(proof.replayed()).isEqualTo(5);
    assertThat(proof.newlyDenied()).isEqualTo(5);
  }

  /** It may hold a decision that the change would deny. */
  @Test
  void aDamagedBlockProvesNothing() throws Exception {
    Instant now = Instant.now();
    Rows.updatePastTriggers(
        "UPDATE iam_decisions SET body = '\\x00ff' WHERE organization_id = '%s'"
            .formatted(organization));
    Proof begun = Proof.begin(now.minus(WINDOW), now);
    assertThatThrownBy(() -> proved(begun, now, 1_000_000))
        .isInstanceOf(IllegalStateException.class);
  }

  private Proof proved(Proof before, Instant now, long most) {
    // A refuted one is not looked at further; what it counts is kept apart here.
    Proof standing = new Proof(before.from(), before.until(), before.completeFrom(), 0, 0, 0);
    Proof more = prove(standing, now, most);
    return new Proof(
        more.from(),
        more.until(),
        more.completeFrom(),
        before.decisions() + more.decisions(),
        before.replayed() + more.replayed(),
        before.newlyDenied() + more.newlyDenied());
  }

  private Proof prove(Proof before, Instant now, long most) {
    UUID id = UUID.fromString(grant);
    TenantPolicy policy =
        transactions.callOnSnapshot(
            () -> Objects.requireNonNull(drafts.base(organization).policy()));
    Grant held = grants.get(organization, new GrantId(id));
    Candidate candidate =
        new Candidate(
            RecommendationType.UNUSED_GRANT,
            "grant:" + grant,
            held.subject().toString(),
            Severity.LOW,
            new Evidence("", List.of(id), 0, null, now, now, 0, List.of()),
            RecommendedChange.revoking(List.of(held)));
    return proving
        .prove(
            new Proving.Base(policy, List.of(held), now),
            List.of(new Proving.Claim(candidate, before)),
            new Proving.Bounds(most, Duration.ofMinutes(1), false))
        .claims()
        .getFirst()
        .proof();
  }
}
