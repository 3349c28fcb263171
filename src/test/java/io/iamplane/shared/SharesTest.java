package io.iamplane.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** However many owners take all they can get, the next one gets a place. */
class SharesTest {

  private final Shares<OrganizationId> shares = new Shares<>(128, 16);

  private static OrganizationId tenant() {
    return new OrganizationId(UuidV7.next());
  }

  private int takeAll(OrganizationId tenant) {
    int taken = 0;
    while (shares.take(tenant)) {
      taken++;
    }
    return taken;
  }

  @Test
  void aTenantTakesAFewAndGivesThemBack() {
    OrganizationId tenant = tenant();
    assertThat(takeAll(tenant)).isEqualTo(7);
    shares.giveBack(tenant);
    assertThat(takeAll(tenant)).isOne();
    for (int i = 0; i < 7; i++) {
      shares.giveBack(tenant);
    }
    assertThat(takeAll(tenant)).isEqualTo(7);
  }

  @Test
  void theMoreTakeTheLessEachOneGets() {
    int before = 7;
    int all = 0;
    for (int i = 0; i < 40; i++) {
      int taken = takeAll(tenant());
      assertThat(taken).isBetween(1, before);
      before = taken;
      all += taken;
    }
    assertThat(all).isBetween(80, 127);
    assertThat(takeAll(tenant())).isOne();
  }

  @Test
  void noMoreAreTakenThanThereAre() {
    int all = 0;
    for (int i = 0; i < 200; i++) {
      all += takeAll(tenant());
    }
    assertThat(all).isEqualTo(128);
  }
}
