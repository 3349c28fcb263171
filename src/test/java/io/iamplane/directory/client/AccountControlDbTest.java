package io.iamplane.directory.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.OAuthFixture;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The creator of a credential controls its account, until an independent credential replaces it at
 * once.
 */
@QuarkusTest
class AccountControlDbTest {

  private static final Duration HOUR = Duration.ofHours(1);

  @Inject OAuthFixture fixture;
  @Inject ClientService clients;
  @Inject AccountControl control;
  @Inject Changes changes;

  private OrganizationId tenant;
  private SubjectRef anna;
  private SubjectRef bert;

  @BeforeEach
  void twoAccountsOfAnOperator() {
    tenant = fixture.tenant();
    anna = made(fixture.platform());
    bert = made(fixture.platform());
  }

  @Test
  void whatAnOperatorMakesIsControlledByNoOther() {
    assertThat(controllers(anna)).containsExactly(anna);
    assertThat(control.controlled(tenant, Set.of(anna), 10)).isEmpty();
    assertThat(control.isOneHand(tenant, anna, bert)).isFalse();
    assertThat(control.isOneHand(tenant, anna, anna)).isTrue();
  }

  @Test
  void whoMakesAnAccountControlsItAndWhatItMakes() {
    SubjectRef puppet = made(as(anna));
    SubjectRef second = made(as(puppet));
    assertThat(controllers(puppet)).containsExactlyInAnyOrder(anna, puppet);
    assertThat(controllers(second)).containsExactlyInAnyOrder(anna, puppet, second);
    assertThat(control.controlled(tenant, Set.of(anna), 10))
        .containsExactlyInAnyOrder(puppet, second);
    assertThat(control.controlled(tenant, Set.of(anna), 1)).hasSize(1);
    assertThat(control.controlled(tenant, Set.of(bert), 10)).isEmpty();
    assertThat(control.isOneHand(tenant, second, puppet)).isTrue();
    assertThat(control.isOneHand(tenant, second, bert)).isFalse();
  }

  @Test
  void whatAnAccountMadeBeforeIsControlledByItsLaterControllers() {
    SubjectRef puppet = made(as(bert));
    SubjectRef second = made(as(puppet));
    rotated(as(anna), bert, HOUR);
    assertThat(control.controlled(tenant, Set.of(anna), 10))
        .as("as far down as controllers are found upwards")
        .containsExactlyInAnyOrder(bert, puppet, second);
    assertThat(controllers(second)).contains(anna);
    assertThat(control.controlled(tenant, Set.of(anna), 2)).hasSize(2);
    assertThat(control.controlled(tenant, Set.of(puppet), 10)).containsExactly(second);
  }

  @Test
  void accountsThatControlOneAnotherAreFoundOnce() {
    SubjectRef puppet = made(as(anna));
    rotated(as(puppet), anna, HOUR);
    rotated(as(bert), anna, HOUR);
    rotated(as(puppet), bert, HOUR);
    assertThat(control.controlled(tenant, Set.of(anna), 10))
        .containsExactlyInAnyOrder(puppet, bert);
    assertThat(control.controlled(tenant, Set.of(bert), 10))
        .containsExactlyInAnyOrder(puppet, anna);
    assertThat(control.controlled(tenant, controllers(anna), 10))
        .as("who asks is not in the answer")
        .isEmpty();
  }

  @Test
  void aSecretBesideTheOldOneAddsAController() {
    SubjectRef puppet = made(as(anna));
    rotated(as(bert), puppet, HOUR);
    assertThat(controllers(puppet)).containsExactlyInAnyOrder(anna, bert, puppet);
    assertThat(control.isOneHand(tenant, puppet, anna)).isTrue();
    assertThat(control.isOneHand(tenant, anna, bert)).isFalse();
  }

  @Test
  void anIndependentSecretInPlaceOfTheOldOneEndsControl() {
    SubjectRef puppet = made(as(anna));
    rotated(as(bert), puppet, Duration.ZERO);
    assertThat(controllers(puppet)).containsExactlyInAnyOrder(bert, puppet);
    rotated(fixture.platform(), puppet, Duration.ZERO);
    assertThat(controllers(puppet)).containsExactly(puppet);
  }

  @Test
  void aPuppetDoesNotFreeItselfNorOneOfTheSameHand() {
    SubjectRef puppet = made(as(anna));
    SubjectRef sister = made(as(anna));
    rotated(as(puppet), puppet, Duration.ZERO);
    assertThat(controllers(puppet)).containsExactlyInAnyOrder(anna, puppet);
    rotated(as(sister), puppet, Duration.ZERO);
    assertThat(controllers(puppet)).containsExactlyInAnyOrder(anna, sister, puppet);
  }

  @Test
  void anotherOrganizationsAccountsAreNotSeen() {
    SubjectRef puppet = made(as(anna));
    OrganizationId other = fixture.tenant();
    assertThat(control.controllers(other, puppet)).containsExactly(puppet);
    assertThat(control.controlled(other, Set.of(anna), 10)).isEmpty();
  }

  private Set<SubjectRef> controllers(SubjectRef account) {
    return control.controllers(tenant, account);
  }

  private SubjectRef made(Caller caller) {
    SubjectRef account = new SubjectRef(SubjectRef.SERVICE_ACCOUNT, UuidV7.next().toString());
    changes.record(
        Change.policy(
            caller,
            tenant,
            recording -> clients.create(recording, new NewClient(tenant, account, Set.of()))));
    return account;
  }

  private void rotated(Caller caller, SubjectRef account, Duration grace) {
    Client client = clients.of(tenant, account).getFirst().client();
    changes.record(
        Change.policy(caller, tenant, recording -> clients.rotateSecret(recording, client, grace)));
  }

  private Caller as(SubjectRef account) {
    return new Caller(
        tenant,
        false,
        account,
        "client_of_" + account.id(),
        Aal.AAL1,
        new Caller.Origin("control", null, null));
  }
}
