package io.iamplane.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.directory.client.KeyClients;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProvedSecretsTest {

  private static final ClientSecret RIGHT = new ClientSecret("ann", new Secret("right"));
  private static final long MILLI = 1_000_000;

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 500 * MILLI);
  private final ProvedSecrets proved = new ProvedSecrets(now::get);
  private final AuthenticatedClient ann = KeyClients.proved("ann");
  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void theDatabaseIsAskedOnceASecond() {
    for (int millis = 0; millis < 1_000; millis += 100) {
      assertThat(ask(RIGHT)).isSameAs(ann);
      now.addAndGet(100 * MILLI);
    }
    assertThat(asked).hasValue(1);
    ask(RIGHT);
    assertThat(asked).hasValue(2);
  }

  /** The second counts from before the database was asked, however long that took. */
  @Test
  void aSlowProofIsGoodForNoLonger() {
    proved.client(
        RIGHT,
        () -> {
          now.addAndGet(999 * MILLI);
          return ann;
        });
    now.addAndGet(MILLI);
    ask(RIGHT);
    assertThat(asked).hasValue(1);
  }

  @Test
  void aChangeOfTheOrganizationEndsItAndAnotherOnesDoesNot() {
    ask(RIGHT);
    changed(another());
    ask(RIGHT);
    assertThat(asked).hasValue(1);
    changed(ann.client().organization());
    ask(RIGHT);
    assertThat(asked).hasValue(2);
    ask(RIGHT);
    assertThat(asked).hasValue(2);
  }

  /** The proof may have read the state before the change, or after it: that is unknown. */
  @Test
  void aChangeDuringTheProofEndsIt() {
    proved.client(
        RIGHT,
        () -> {
          changed(ann.client().organization());
          return ann;
        });
    ask(RIGHT);
    assertThat(asked).hasValue(1);
  }

  @Test
  void anotherSecretAndAnotherClientProveThemselves() {
    ask(RIGHT);
    ask(new ClientSecret("ann", new Secret("wrong")));
    ask(new ClientSecret("bob", new Secret("right")));
    ask(new ClientSecret("an", new Secret("nright")));
    assertThat(asked).hasValue(4);
  }

  @Test
  void aRefusalIsNotRemembered() {
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() ->
              proved.client(
                  RIGHT,
                  () -> {
                    asked.incrementAndGet();
                    throw OAuthException.invalidClient();
                  }))
          .isInstanceOf(OAuthException.class);
    }
    assertThat(asked).hasValue(2);
  }

  private AuthenticatedClient ask(ClientSecret secret) {
    return proved.client(
        secret,
        () -> {
          asked.incrementAndGet();
          return ann;
        });
  }

  private void changed(OrganizationId organization) {
    proved.committed(organization, 2, List.of());
  }

  private static OrganizationId another() {
    return OrganizationId.parse("0192f3c4-0000-7000-8000-000000000000").orElseThrow();
  }
}
