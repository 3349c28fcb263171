package io.iamplane.webhook.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.shared.OrganizationId;
import io.iamplane.webhook.delivery.DeliveryId;
import io.iamplane.webhook.subscription.WebhookId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The worker's deliveries, compared with the simplest model: a word for each delivery. */
class InFlightTest {

  private static final List<OrganizationId> ORGANIZATIONS =
      List.of(OrganizationId.next(), OrganizationId.next());
  private static final List<WebhookId> WEBHOOKS =
      Stream.generate(() -> new WebhookId(UUID.randomUUID())).limit(3).toList();

  private final InFlight flight = new InFlight(UUID.randomUUID());
  private final Map<Claim, String> model = new LinkedHashMap<>();
  private boolean draining;

  static IntStream seeds() {
    return IntStream.range(0, 200);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everySequenceEndsAsTheModelDoes(int seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    List<Claim> known = IntStream.range(0, 12).mapToObj(InFlightTest::claim).toList();
    for (int step = 0; step < 300; step++) {
      act(random.nextInt(300), known.get(random.nextInt(known.size())));
      agrees(known);
    }
  }

  @Test
  void whatIsHeldIsNotClaimedAgain() {
    Claim claim = claim(0);
    flight.claim(List.of(claim));
    flight.start(claim);
    assertThatThrownBy(() -> flight.claim(List.of(claim)))
        .isInstanceOf(IllegalStateException.class);
    assertThat(flight.finish(claim)).isTrue();
  }

  @Test
  void whatIsGivenUpDoesNotFinishAndWhatFinishedIsNotGivenUp() {
    Claim waits = claim(0);
    Claim runs = claim(1);
    Claim finished = claim(2);
    flight.claim(List.of(waits, runs, finished));
    flight.start(runs);
    flight.start(finished);
    assertThat(flight.finish(finished)).isTrue();
    assertThat(flight.close()).containsExactly(waits, runs);
    assertThat(flight.finish(runs)).isFalse();
    assertThat(flight.start(waits)).isFalse();
    assertThat(flight.holds(finished.id())).as("until it is written").isTrue();
    flight.release(finished);
    assertThat(flight.size()).isZero();
  }

  @Test
  void whatRunsFinishesAfterTheLastBegan() {
    Claim waits = claim(0);
    Claim runs = claim(1);
    flight.claim(List.of(waits, runs));
    flight.start(runs);
    flight.drain();
    assertThat(flight.start(waits)).isFalse();
    assertThat(flight.finish(runs)).isTrue();
  }

  private void act(int dice, Claim claim) {
    String stage = model.get(claim);
    switch (dice % 6) {
      case 0 -> {
        if (stage == null) {
          flight.claim(List.of(claim));
          model.put(claim, "claimed");
        }
      }
      case 1 -> {
        boolean may = !draining && "claimed".equals(stage);
        assertThat(flight.start(claim)).isEqualTo(may);
        set(claim, may, "under way");
      }
      case 2 -> {
        boolean may = "under way".equals(stage);
        assertThat(flight.finish(claim)).isEqualTo(may);
        set(claim, may, "finished");
      }
      case 3 -> {
        flight.lose(claim);
        set(claim, open(stage), "untried");
      }
      case 4 -> {
        flight.release(claim);
        model.remove(claim);
      }
      default -> end(dice);
    }
  }

  /** Now and then, so that most of a sequence comes before. */
  private void end(int dice) {
    if (dice == 5) {
      flight.drain();
      draining = true;
    } else if (dice == 11) {
      assertThat(flight.close()).containsExactlyInAnyOrderElementsOf(unfinished());
      model.values().removeIf(stage -> !stage.equals("finished"));
      draining = true;
    }
  }

  private void set(Claim claim, boolean may, String stage) {
    if (may) {
      model.put(claim, stage);
    }
  }

  private void agrees(List<Claim> known) {
    assertThat(flight.size()).isEqualTo(model.size());
    assertThat(flight.untried()).containsExactlyInAnyOrderElementsOf(in("untried"));
    assertThat(flight.ofOrganizations())
        .isEqualTo(
            model.keySet().stream()
                .collect(
                    Collectors.groupingBy(Claim::organization, Collectors.summingInt(_ -> 1))));
    for (WebhookId webhook : WEBHOOKS) {
      assertThat(flight.open(webhook))
          .isEqualTo(
              model.entrySet().stream()
                  .filter(entry -> entry.getKey().webhook().equals(webhook))
                  .filter(entry -> open(entry.getValue()))
                  .count());
    }
    known.forEach(
        claim -> assertThat(flight.holds(claim.id())).isEqualTo(model.containsKey(claim)));
  }

  private List<Claim> in(String stage) {
    return model.keySet().stream().filter(claim -> stage.equals(model.get(claim))).toList();
  }

  private List<Claim> unfinished() {
    List<Claim> all = new ArrayList<>(model.keySet());
    all.removeAll(in("finished"));
    return all;
  }

  private static boolean open(String stage) {
    return "claimed".equals(stage) || "under way".equals(stage);
  }

  private static Claim claim(int number) {
    return new Claim(
        DeliveryId.next(),
        ORGANIZATIONS.get(number % ORGANIZATIONS.size()),
        WEBHOOKS.get(number % WEBHOOKS.size()),
        null,
        0,
        Instant.EPOCH,
        UUID.randomUUID(),
        "{}");
  }
}
