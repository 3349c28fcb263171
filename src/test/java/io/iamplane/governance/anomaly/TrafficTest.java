package io.iamplane.governance.anomaly;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.governance.anomaly.AttackFamily.Half;
import io.iamplane.governance.anomaly.TrafficEvent.Kind;
import io.iamplane.governance.anomaly.TrafficEvent.Result;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The traffic that detectors are measured with: fixed by its seed, and labelled. */
class TrafficTest {

  private static final long SEED = 19;
  private static final int PEOPLE = 120;

  private final Traffic traffic = new Traffic(SEED, PEOPLE);

  /** A change of the generator after a detector was tuned must change this digest as well. */
  @Test
  void aSeedMeansTheSameForEver() throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    for (AttackFamily family : AttackFamily.values()) {
      for (TrafficEvent event : traffic.day(dayOf(family), family)) {
        digest.update(event.toString().getBytes(StandardCharsets.UTF_8));
      }
    }
    assertThat(HexFormat.of().formatHex(digest.digest()))
        .isEqualTo("42197b0122448356f5cd9453313ecb7b3ee9fee3de8ac248143f68ccbc17e7b9");
  }

  @Test
  void halfOfTheFamiliesIsHeldOut() {
    assertThat(AttackFamily.values()).hasSizeGreaterThanOrEqualTo(12);
    assertThat(AttackFamily.of(Half.TUNED)).hasSameSizeAs(AttackFamily.of(Half.HELD_OUT));
  }

  @ParameterizedTest
  @EnumSource(AttackFamily.class)
  void anAttackIsLabelledAndHidesInADay(AttackFamily family) {
    List<TrafficEvent> events = traffic.day(dayOf(family), family);
    List<TrafficEvent> attack = events.stream().filter(event -> event.attack() == family).toList();
    assertThat(attack).isNotEmpty().hasSizeLessThan(events.size() / 10);
    assertThat(events).filteredOn(event -> event.attack() != null).hasSameSizeAs(attack);
    // The rest is what it is without the attack.
    assertThat(events.stream().filter(event -> event.attack() == null).toList())
        .isEqualTo(traffic.day(dayOf(family), null));
    assertThat(Duration.between(attack.getFirst().at(), attack.getLast().at()))
        .isLessThan(Duration.ofDays(3));
  }

  private static int dayOf(AttackFamily family) {
    return IntStream.iterate(Traffic.WARM_UP, day -> day + 1)
        .filter(family::mayBegin)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void eventsAreInTheOrderOfTime() {
    assertThat(traffic.day(Traffic.WARM_UP, AttackFamily.SPREAD_PROBE))
        .isSortedAccordingTo(TrafficEvent.IN_TIME);
  }

  @Test
  void anOutageDeniesEveryoneForAQuarterOfAnHour() {
    int day =
        IntStream.range(Traffic.WARM_UP, 200).filter(Traffic::isOutage).findFirst().orElseThrow();
    List<TrafficEvent> down =
        traffic.day(day, null).stream()
            .filter(event -> event.result() == Result.UNAVAILABLE)
            .toList();
    assertThat(down.stream().map(TrafficEvent::subject).distinct()).hasSizeGreaterThan(PEOPLE / 3);
    assertThat(Duration.between(down.getFirst().at(), down.getLast().at()))
        .isLessThan(Duration.ofMinutes(15));
    assertThat(traffic.day(day, null))
        .filteredOn(event ->
            !event.at().isBefore(down.getFirst().at()) && !event.at().isAfter(down.getLast().at()))
        .filteredOn(event -> event.kind() == Kind.DECISION)
        .hasSameSizeAs(down);
  }

  @Test
  void daysWithoutAnAttackAreNotQuiet() {
    int attacks = 0;
    int denials = 0;
    int changes = 0;
    for (int day = 0; day < 60; day++) {
      for (TrafficEvent event : traffic.day(day, null)) {
        attacks += event.attack() == null ? 0 : 1;
        denials += event.result() == Result.DENY ? 1 : 0;
        changes += event.resource() == null ? 1 : 0;
      }
    }
    assertThat(attacks).isZero();
    assertThat(denials).isGreaterThan(1_000);
    assertThat(changes).isGreaterThan(100);
  }

  @Test
  void aDormantAccountIsNotUsedBeforeItsAttack() {
    List<String> dormant =
        traffic.company().people().stream()
            .filter(Company.Person::dormant)
            .map(Company.Person::subject)
            .toList();
    assertThat(dormant).isNotEmpty();
    assertThat(traffic.day(30, null))
        .extracting(TrafficEvent::subject)
        .doesNotContainAnyElementsOf(dormant);
  }
}
