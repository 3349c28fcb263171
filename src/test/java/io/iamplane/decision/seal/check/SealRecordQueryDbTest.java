package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.database.Transactions;
import io.iamplane.directory.organization.Organization;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records of seals are found by their numbers, their times and their seals, in one chain alone. */
@QuarkusTest
class SealRecordQueryDbTest {

  private static final Instant LATER = Instant.now().plusSeconds(3_600);

  @Inject TestPlatform platform;
  @Inject SealedTenant sealed;
  @Inject SealRecordQuery query;
  @Inject Transactions transactions;

  private OrganizationId tenant;
  private OrganizationId other;
  private List<SealRecord> all;

  @BeforeEach
  void threeSealsAmongOtherRecords() {
    Organization organization = platform.tenant();
    tenant = organization.id();
    other = platform.tenant().id();
    sealed.seal(other, 1);
    sealed.seal(tenant, 1);
    platform.administrator(organization);
    sealed.seal(tenant, 2);
    sealed.seal(other, 1);
    sealed.seal(tenant, 3);
    all = read(() -> query.after(tenant, Instant.EPOCH, 0, 1_000, 100));
  }

  @Test
  void recordsOfSealsAloneAreRead() {
    assertThat(all).extracting(SealRecord::blocks).containsExactly(1, 2, 3);
    assertThat(all).extracting(SealRecord::seq).isSorted().doesNotHaveDuplicates();
    assertThat(all).extracting(SealRecord::at).isSorted();
    assertThat(all.getLast().seq() - all.getFirst().seq())
        .as("others are between")
        .isGreaterThan(2);
  }

  @Test
  void pagesHaveAllRecordsAndEnd() {
    SealRecordPages pages = new SealRecordPages(query, tenant, all.get(1).at(), 1_000);
    assertThat(read(pages::next)).containsExactly(all.get(1), all.get(2));
    assertThat(read(pages::next)).isEmpty();
    assertThat(read(pages::next)).isEmpty();
    SealRecordPages first = new SealRecordPages(query, tenant, Instant.EPOCH, all.get(1).seq());
    assertThat(read(first::next)).containsExactly(all.get(0), all.get(1));
  }

  @Test
  void theFirstIsTheEarliest() {
    assertThat(read(() -> query.first(tenant, 1_000))).contains(all.getFirst());
    assertThat(read(() -> query.first(tenant, all.getFirst().seq()))).contains(all.getFirst());
    assertThat(read(() -> query.first(tenant, all.getFirst().seq() - 1))).isEmpty();
    assertThat(read(() -> query.first(OrganizationId.next(), 1_000))).isEmpty();
  }

  @Test
  void theLatestIsThatOfAMomentOrBefore() {
    for (SealRecord each : all) {
      assertThat(read(() -> query.latest(tenant, each.at(), 1_000))).contains(each);
      assertThat(read(() -> query.latest(tenant, LATER, each.seq()))).contains(each);
    }
    assertThat(read(() -> query.latest(tenant, all.getFirst().at().minusMillis(1), 1_000)))
        .isEmpty();
    assertThat(read(() -> query.latest(tenant, LATER, all.getFirst().seq() - 1))).isEmpty();
  }

  @Test
  void pagesFollowOneAnotherAndLeaveNoneOut() {
    SealRecord first = all.get(0);
    SealRecord second = all.get(1);
    assertThat(read(() -> query.after(tenant, Instant.EPOCH, 0, 1_000, 10)))
        .containsExactlyElementsOf(all);
    assertThat(read(() -> query.after(tenant, Instant.EPOCH, 0, 1_000, 2)))
        .containsExactly(first, second);
    assertThat(read(() -> query.after(tenant, second.at(), second.seq(), 1_000, 2)))
        .containsExactly(all.get(2));
    assertThat(read(() -> query.after(tenant, Instant.EPOCH, 0, second.seq(), 10)))
        .containsExactly(first, second);
    assertThat(read(() -> query.after(tenant, LATER, 0, 1_000, 10))).isEmpty();
  }

  /** Numbers tell records of one moment apart. */
  @Test
  void aPageBeginsAtAMomentWithAllItsRecords() {
    assertThat(read(() -> query.after(tenant, all.get(1).at(), 0, 1_000, 10)))
        .containsExactly(all.get(1), all.get(2));
  }

  @Test
  void theTimeOfAnyRecordIsThere() {
    assertThat(read(() -> query.at(tenant, all.get(1).seq()))).contains(all.get(1).at());
    assertThat(read(() -> query.at(tenant, 1))).isPresent();
    assertThat(read(() -> query.at(tenant, 1_000_000))).isEmpty();
  }

  @Test
  void sealsAreRecordedInTheirOwnChain() {
    Set<UUID> own = Set.of(UUID.fromString(all.get(0).id()), UUID.fromString(all.get(2).id()));
    UUID unknown = UuidV7.next();
    assertThat(read(() -> query.recorded(tenant, own))).isEqualTo(own);
    assertThat(read(() -> query.recorded(tenant, Set.of(unknown)))).isEmpty();
    assertThat(read(() -> query.recorded(tenant, Set.of()))).isEmpty();
    assertThat(read(() -> query.recorded(other, own))).as("of another tenant").isEmpty();
  }

  private <T> T read(Supplier<T> reading) {
    return transactions.call(reading);
  }
}
