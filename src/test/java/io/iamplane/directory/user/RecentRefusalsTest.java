package io.iamplane.directory.user;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RecentRefusalsTest {

  private final AtomicLong time = new AtomicLong();
  private final RecentRefusals refusals = new RecentRefusals(time::get);
  private final OrganizationId tenant = OrganizationId.next();

  @Test
  void areRememberedForAWhileForTheirOrganization() {
    assertThat(refusals.in(tenant)).isFalse();
    refusals.add(tenant);
    assertThat(refusals.in(tenant)).isTrue();
    assertThat(refusals.in(OrganizationId.next())).isFalse();
    time.addAndGet(RecentRefusals.MEMORY.toNanos() - 1);
    assertThat(refusals.in(tenant)).isTrue();
    time.addAndGet(1);
    assertThat(refusals.in(tenant)).isFalse();
  }

  @Test
  void eachProlongsTheMemory() {
    refusals.add(tenant);
    time.addAndGet(RecentRefusals.MEMORY.toNanos() - 1);
    refusals.add(tenant);
    time.addAndGet(RecentRefusals.MEMORY.toNanos() - 1);
    assertThat(refusals.in(tenant)).isTrue();
  }
}
