package io.iamplane.governance.anomaly;

import io.iamplane.governance.anomaly.Company.Machine;
import io.iamplane.governance.anomaly.Company.Person;
import io.iamplane.governance.anomaly.TrafficEvent.Kind;
import io.iamplane.governance.anomaly.TrafficEvent.Result;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Traffic of a company with labelled attacks, the same for the same seed. Days without an attack
 * are not quiet: people mistype, are on call at night, work through the end of a month; machines
 * are misconfigured after a release; and once a month a dependency is down, so that all are denied.
 */
final class Traffic {

  /** Days without attacks in which the detector learns. */
  static final int WARM_UP = 70;

  private static final Instant FIRST = Instant.parse("2026-01-05T00:00:00Z"); // a Monday
  private static final int DORMANT_FROM = 5;

  private final long seed;
  private final Company company;

  Traffic(long seed, int people) {
    this.seed = seed;
    this.company = Company.of(seed, people);
  }

  Company company() {
    return company;
  }

  /** The beginning of a day, counted from 0. */
  static Instant midnight(int day) {
    return FIRST.plus(Duration.ofDays(day));
  }

  /**
   * The events of a day, in the order of time.
   *
   * @param attack the attack to stage on this day; a slow one continues after the day
   */
  List<TrafficEvent> day(int day, @Nullable AttackFamily attack) {
    List<TrafficEvent> events = new ArrayList<>();
    for (int i = 0; i < company.people().size(); i++) {
      work(day, company.people().get(i), chance(day, i), events);
    }
    for (int i = 0; i < company.machines().size(); i++) {
      run(day, i, company.machines().get(i), chance(day, -1 - i), events);
    }
    administer(day, chance(day, 1 << 20), events);
    if (attack != null) {
      if (!attack.mayBegin(day)) {
        throw new IllegalArgumentException(attack + " does not begin on day " + day);
      }
      events.addAll(Attacks.of(company, attack, midnight(day), chance(day, 1 << 21)));
    }
    List<TrafficEvent> seen =
        isOutage(day) ? events.stream().map(Traffic::outage).toList() : events;
    return seen.stream().sorted(TrafficEvent.IN_TIME).toList();
  }

  /** Returns true if a dependency is down on this day, from 10:00 to 10:15. */
  static boolean isOutage(int day) {
    return day % 30 == 17;
  }

  private static TrafficEvent outage(TrafficEvent event) {
    int minute = event.at().atZone(ZoneOffset.UTC).toLocalTime().toSecondOfDay() / 60;
    return event.kind() == Kind.DECISION && minute >= 600 && minute < 615
        ? new TrafficEvent(
            event.at(),
            event.kind(),
            event.subject(),
            event.permission(),
            event.resource(),
            Result.UNAVAILABLE,
            event.attack())
        : event;
  }

  private void work(int day, Person person, SplittableRandom chance, List<TrafficEvent> events) {
    if (person.dormant() && day >= DORMANT_FROM) {
      return;
    }
    boolean weekend =
        midnight(day).atZone(ZoneOffset.UTC).getDayOfWeek().compareTo(DayOfWeek.FRIDAY) > 0;
    if (!weekend && chance.nextInt(20) > 0) {
      hours(day, person, person.from(), isMonthEnd(day) ? 11 : 8, chance, events);
    }
    if (person.onCall() && chance.nextInt(7) == 0) {
      hours(day, person, 22, 2, chance, events);
    }
  }

  private static boolean isMonthEnd(int day) {
    return midnight(day).plus(Duration.ofDays(2)).atZone(ZoneOffset.UTC).getDayOfMonth() <= 2;
  }

  private void hours(
      int day,
      Person person,
      int from,
      int hours,
      SplittableRandom chance,
      List<TrafficEvent> events) {
    Instant begin = midnight(day).plus(Duration.ofHours(from));
    int decisions = person.pace() * hours * (isMonthEnd(day) ? 2 : 1);
    for (int i = 0; i < decisions; i++) {
      boolean mistake = chance.nextInt(60) == 0;
      List<String> permissions =
          mistake
              ? company.permissions()
              : chance.nextInt(4) == 0 ? company.common() : person.team().permissions();
      String permission = permissions.get(skewed(permissions.size(), chance));
      boolean own =
          company.common().contains(permission) || person.team().permissions().contains(permission);
      events.add(
          new TrafficEvent(
              begin.plusMillis(chance.nextLong(Duration.ofHours(hours).toMillis())),
              Kind.DECISION,
              person.subject(),
              permission,
              "thing:" + chance.nextInt(200),
              own ? Result.PERMIT : Result.DENY,
              null));
    }
  }

  /** Small numbers are more frequent: everyone has habits. */
  private static int skewed(int bound, SplittableRandom chance) {
    return Math.min(chance.nextInt(bound), chance.nextInt(bound));
  }

  private void run(
      int day, int number, Machine machine, SplittableRandom chance, List<TrafficEvent> events) {
    boolean misconfigured = (day + number) % 45 == 20;
    for (int minute = 0; minute < 24 * 60; minute++) {
      for (int i = 0; i < machine.pace(); i++) {
        // From a release at 14:00 on, until someone notices.
        boolean denied = misconfigured && minute >= 840 && minute < 860;
        events.add(
            new TrafficEvent(
                midnight(day).plusSeconds(60L * minute).plusMillis(chance.nextInt(2_000)),
                Kind.DECISION,
                machine.subject(),
                machine.permissions().get(i % machine.permissions().size()),
                "thing:" + chance.nextInt(50),
                denied ? Result.DENY : Result.PERMIT,
                null));
      }
    }
  }

  private void administer(int day, SplittableRandom chance, List<TrafficEvent> events) {
    for (Person administrator : company.administrators()) {
      int changes = chance.nextInt(day % 30 == 2 ? 40 : 12); // a batch of joiners a month
      for (int i = 0; i < changes; i++) {
        events.add(
            new TrafficEvent(
                midnight(day)
                    .plus(Duration.ofHours(administrator.from()))
                    .plusSeconds(chance.nextInt(8 * 3_600)),
                Kind.CHANGE,
                administrator.subject(),
                chance.nextInt(3) == 0 ? "grant.revoked" : "grant.created",
                null,
                Result.PERMIT,
                null));
      }
    }
  }

  /** Randomness of one person on one day, independent of all others. */
  private SplittableRandom chance(int day, int who) {
    return new SplittableRandom(seed * 1_000_003 + day * 7_919L + who * 104_729L);
  }
}
