package io.iamplane.http.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import org.junit.jupiter.api.Test;

/**
 * With 12 per minute for a tenant, 2 of them at once and 1 for a client; a client at one address
 * has 120.
 */
class CeilingsTest {

  private static final OrganizationId ACME = OrganizationId.next();

  private final RateLimits limits = new RateLimits(new FixedLimits(120, 12, 60, 100, 0), () -> 0);
  private final Ceilings ceilings = new Ceilings(limits);

  private Ceilings.Taken take(RateLimit limit, OrganizationId organization, String client) {
    return allowance(limit, organization, client).request();
  }

  private Allowance allowance(RateLimit limit, OrganizationId organization, String client) {
    return ceilings.take(limit, organization, client, "192.0.2.1");
  }

  @Test
  void whatIsWithinEveryCeilingIsShownByTheClientsOwn() {
    Ceilings.Taken taken = take(RateLimit.ADMIN, ACME, "one");
    assertThat(taken.refusal()).isNull();
    assertThat(taken.state().limit()).isEqualTo(RateLimit.ADMIN);
    assertThat(taken.state().remaining()).isEqualTo(119);
  }

  @Test
  void aClientDoesNotPayForWhatItsOrganizationsCeilingRefuses() {
    take(RateLimit.ADMIN, ACME, "one");
    take(RateLimit.ADMIN, ACME, "two");
    for (int i = 0; i < 10; i++) {
      Ceilings.Taken refused = take(RateLimit.ADMIN, ACME, "three");
      assertThat(refused.state().limit()).isEqualTo(RateLimit.TENANT);
      assertThat(refused.refusal()).isNotNull();
    }
    assertThat(limits.look(RateLimit.ADMIN, "three", "192.0.2.1").remaining()).isEqualTo(120);
    assertThat(limits.look(RateLimit.CLIENT, "three", "").remaining()).isEqualTo(1);
  }

  @Test
  void noCeilingIsChargedForWhatAnotherOneRefuses() {
    take(RateLimit.ADMIN, ACME, "one");
    assertThat(take(RateLimit.ADMIN, ACME, "one").state().limit()).isEqualTo(RateLimit.CLIENT);
    assertThat(limits.look(RateLimit.TENANT, ACME.toString(), "").remaining()).isEqualTo(1);
    assertThat(limits.look(RateLimit.ADMIN, "one", "192.0.2.1").remaining()).isEqualTo(119);
  }

  @Test
  void aBatchIsChargedOnceHoweverOftenItBegins() {
    Allowance allowance = allowance(RateLimit.DECISION, ACME, "one");
    int before = remaining();
    allowance.charge(4);
    allowance.charge(4);
    assertThat(before - remaining()).isEqualTo(4);
    allowance.charge(6);
    assertThat(before - remaining()).isEqualTo(6);
    assertThat(allowance.taken().state().remaining()).isEqualTo(remaining());
  }

  @Test
  void aBatchBeyondTheCeilingIsNotChargedAndSaysSoEachTime() {
    Allowance allowance = allowance(RateLimit.DECISION, ACME, "one");
    int before = remaining();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> allowance.charge(1_000_000))
          .isInstanceOfSatisfying(
              IamException.class,
              refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS));
    }
    assertThat(remaining()).isEqualTo(before);
    assertThat(allowance.request().refusal()).isNull();
  }

  private int remaining() {
    return (int) limits.look(RateLimit.DECISION, "one", "192.0.2.1").remaining();
  }

  @Test
  void aRefusalSaysWhomItCountsAndWhenToComeBack() {
    take(RateLimit.ADMIN, ACME, "one");
    IamException refusal = take(RateLimit.ADMIN, ACME, "one").refusal();
    assertThat(refusal).isNotNull();
    assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
    assertThat(refusal.detail())
        .isEqualTo("At most 6 requests a minute are allowed for your client.");
    assertThat(refusal.members()).containsEntry("retry_after", "10");
  }

  @Test
  void organizationsCountApart() {
    take(RateLimit.ADMIN, ACME, "one");
    take(RateLimit.ADMIN, ACME, "two");
    assertThat(take(RateLimit.ADMIN, OrganizationId.next(), "other").refusal()).isNull();
  }

  /** Decisions change nothing: they have a ceiling for each client at its address alone. */
  @Test
  void decisionsComeUnderNoCeilingOfTheAdminApi() {
    for (int i = 0; i < 50; i++) {
      assertThat(take(RateLimit.DECISION, ACME, "one").refusal()).isNull();
    }
    assertThat(limits.look(RateLimit.TENANT, ACME.toString(), "").remaining()).isEqualTo(2);
  }
}
