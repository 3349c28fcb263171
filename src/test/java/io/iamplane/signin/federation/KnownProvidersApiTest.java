package io.iamplane.signin.federation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import io.iamplane.testing.SettableClock;
import io.iamplane.webhook.OutboundRequests;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Metadata of providers is read seldom, also of those that do not answer. */
@QuarkusTest
class KnownProvidersApiTest {

  private final OrganizationId organization = new OrganizationId(UuidV7.next());
  private final ForeignProvider upstream = new ForeignProvider();
  private final SettableClock clock = new SettableClock(Instant.parse("2026-11-29T12:00:00Z"));

  @Inject OutboundRequests http;

  private KnownProviders known;

  @BeforeEach
  void nothingIsKnown() {
    known = new KnownProviders(http, clock);
  }

  @AfterEach
  void closeTheProvider() {
    upstream.close();
  }

  private IdentityProvider provider(long revision) {
    ClaimRules rules = new ClaimRules(Map.of(), true, null, null, Map.of(), List.of(), List.of());
    return new IdentityProvider(
        "Acme",
        upstream.issuer(),
        ForeignProvider.CLIENT,
        null,
        IdTokenAlg.RS256,
        List.of(),
        rules,
        false,
        revision,
        Instant.EPOCH);
  }

  private KnownProviders.Known ask(String key) {
    return known.get(organization, provider(1), key);
  }

  private void isUnavailable(long revision) {
    assertThatThrownBy(() -> known.get(organization, provider(revision), null))
        .isInstanceOfSatisfying(
            UpstreamRefusedException.class, e -> assertThat(e.isUnavailable()).isTrue());
  }

  @Test
  void aDeadProviderIsAskedOnceInAWhile() {
    upstream.metadataStatus = 503;
    for (int i = 0; i < 5; i++) {
      isUnavailable(1);
      assertThat(upstream.metadataReads).hasValue(1);
    }
    clock.advance(KnownProviders.PAUSE);
    isUnavailable(1);
    isUnavailable(1);
    assertThat(upstream.metadataReads).hasValue(2);
    upstream.metadataStatus = 200;
    clock.advance(KnownProviders.PAUSE);
    assertThat(ask(null).keys().size()).isEqualTo(2);
  }

  @Test
  void aProviderThatWasNamedAnewIsAskedAtOnce() {
    upstream.metadataStatus = 404;
    isUnavailable(1);
    upstream.metadataStatus = 200;
    known.get(organization, provider(2), null);
    assertThat(upstream.metadataReads).hasValue(2);
  }

  @Test
  void oneAsksForAllThatWait() throws Exception {
    List<Future<?>> asked = new ArrayList<>();
    CyclicBarrier start = new CyclicBarrier(20);
    try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 20; i++) {
        asked.add(
            people.submit(() -> {
              start.await();
              return ask(null);
            }));
      }
      for (Future<?> each : asked) {
        each.get();
      }
    }
    assertThat(upstream.metadataReads).hasValue(1);
    assertThat(upstream.keyReads).hasValue(1);
  }

  @Test
  void aKeyThatNoOneKnowsDropsNothingAndIsLookedForOnceAMinute() {
    KnownProviders.Known first = ask(null);
    clock.advance(KnownProviders.LEAST_AGE);
    upstream.metadataStatus = 500;
    for (int i = 0; i < 3; i++) {
      KnownProviders.Known kept = ask("made-up");
      assertThat(kept.keys()).isSameAs(first.keys());
      assertThat(kept.at()).as("it grows no younger").isEqualTo(first.at());
      assertThat(upstream.metadataReads).hasValue(2);
    }
    assertThat(ask("rsa-1").keys()).isSameAs(first.keys());
    clock.advance(KnownProviders.LIFETIME);
    isUnavailable(1);
  }

  @Test
  void aNewKeyIsFound() {
    String all = upstream.keys;
    upstream.keys = "{\"keys\": []}";
    assertThat(ask(null).keys().isEmpty()).isTrue();
    upstream.keys = all;
    assertThat(ask("rsa-1").keys().isEmpty()).as("within the minute").isTrue();
    clock.advance(KnownProviders.LEAST_AGE);
    assertThat(ask("rsa-1").keys().isEmpty()).isFalse();
  }

  /** An organization that renames its provider again and again pushes out no other. */
  @Test
  void anOrganizationHasOnePlaceWithTheNewestRevision() {
    OrganizationId other = new OrganizationId(UuidV7.next());
    known.get(other, provider(1), null);
    upstream.metadataStatus = 404;
    for (int revision = 2; revision < 2 + 2 * KnownProviders.MOST; revision++) {
      isUnavailable(revision);
    }
    assertThat(known.remembered()).isEqualTo(2);
    int before = upstream.metadataReads.get();
    known.get(other, provider(1), null);
    isUnavailable(1 + 2 * KnownProviders.MOST);
    assertThat(upstream.metadataReads).hasValue(before);
  }

  /** A request that began before the provider was named anew. */
  @Test
  void anEarlierRevisionDoesNotTakeThePlaceOfALaterOne() {
    known.get(organization, provider(2), null);
    known.get(organization, provider(1), null);
    assertThat(upstream.metadataReads).hasValue(2);
    known.get(organization, provider(2), null);
    assertThat(upstream.metadataReads).hasValue(2);
  }

  @Test
  void theLeastUsedOfManyOrganizationsIsReadAgain() {
    upstream.metadataStatus = 404;
    isUnavailable(1);
    for (int i = 0; i < KnownProviders.MOST; i++) {
      assertThatThrownBy(() -> known.get(new OrganizationId(UuidV7.next()), provider(1), null))
          .isInstanceOf(UpstreamRefusedException.class);
    }
    assertThat(known.remembered()).isEqualTo(KnownProviders.MOST);
    int before = upstream.metadataReads.get();
    isUnavailable(1);
    assertThat(upstream.metadataReads).hasValue(before + 1);
  }
}
