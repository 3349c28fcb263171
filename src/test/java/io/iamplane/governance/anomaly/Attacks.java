package io.iamplane.governance.anomaly;

import io.iamplane.governance.anomaly.Company.Machine;
import io.iamplane.governance.anomaly.Company.Person;
import io.iamplane.governance.anomaly.TrafficEvent.Kind;
import io.iamplane.governance.anomaly.TrafficEvent.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Stages one attack of a family on a day. */
final class Attacks {

  private final Company company;
  private final AttackFamily family;
  private final Instant midnight;
  private final SplittableRandom chance;
  private final List<TrafficEvent> events = new ArrayList<>();

  private Attacks(Company company, AttackFamily family, Instant midnight, SplittableRandom chance) {
    this.company = company;
    this.family = family;
    this.midnight = midnight;
    this.chance = chance;
  }

  /** Returns the events of an attack that begins on a day. */
  static List<TrafficEvent> of(
      Company company, AttackFamily family, Instant midnight, SplittableRandom chance) {
    Attacks attack = new Attacks(company, family, midnight, chance);
    attack.stage();
    return attack.events;
  }

  private void stage() {
    Person person = any(company.active());
    switch (family) {
      case PERMISSION_PROBE -> probe(person, at(person.from(), 600), Duration.ofSeconds(4));
      case RESOURCE_SWEEP -> sweep(person.subject(), any(person.team().permissions()), 600);
      case DORMANT_ACCOUNT -> comeBack();
      case NIGHT_ACCESS -> night(any(dayWorkers()));
      case FIRST_PRIVILEGED -> privileged(person);
      case MASS_GRANT -> change("grant.created", 200 + chance.nextInt(200));
      case BREAK_GLASS_EXPORT -> breakGlass(person);
      case SLOW_PROBE -> probe(person, at(person.from(), 600), Duration.ofMinutes(17));
      case SPREAD_PROBE -> spread();
      case OLD_TEAM_RIGHTS -> oldTeam(any(movers()));
      case MACHINE_TAKEN_OVER -> takenOver(any(company.machines()));
      case MASS_REVOKE -> change("grant.revoked", 150 + chance.nextInt(150));
      case WEEKEND_EXPORT -> weekend(any(dayWorkers()));
      case SHORT_LIVED_GRANT -> shortLived(person);
    }
  }

  private void probe(Person person, Instant from, Duration pause) {
    Instant at = from;
    for (String permission : company.permissions()) {
      decide(person.subject(), at, permission, 3, isOf(person, permission));
      at = at.plus(pause).plusSeconds(chance.nextInt(3));
    }
  }

  private void sweep(String subject, String permission, int reads) {
    Instant at = at(7 + chance.nextInt(9), 3_600);
    for (int i = 0; i < reads; i++) {
      decide(subject, at, permission, 100_000, true);
      at = at.plusMillis(300 + chance.nextInt(900));
    }
  }

  private void comeBack() {
    Person ghost = any(company.people().stream().filter(Person::dormant).toList());
    Instant at = at(8 + chance.nextInt(8), 3_600);
    for (int i = 0; i < 25; i++) {
      decide(ghost.subject(), at, any(ghost.team().permissions()), 50, true);
      at = at.plusSeconds(20 + chance.nextInt(60));
    }
  }

  private void night(Person person) {
    Instant at = at(1 + chance.nextInt(3), 1_800);
    for (int i = 0; i < 3 * person.pace(); i++) {
      decide(person.subject(), at, any(person.team().permissions()), 200, true);
      at = at.plusSeconds(20 + chance.nextInt(60));
    }
  }

  private void privileged(Person person) {
    Instant at = at(person.from() + 2, 7_200);
    for (int i = 0; i < 1 + chance.nextInt(4); i++) {
      decide(person.subject(), at, any(person.team().privileged()), 20, true);
      at = at.plusSeconds(30 + chance.nextInt(120));
    }
  }

  private void change(String what, int changes) {
    Person administrator = any(company.administrators());
    Instant at = at(administrator.from() + chance.nextInt(7), 3_600);
    for (int i = 0; i < changes; i++) {
      add(at, Kind.CHANGE, administrator.subject(), what, null, Result.PERMIT);
      at = at.plusMillis(500 + chance.nextInt(1_500));
    }
  }

  private void breakGlass(Person person) {
    Instant at = at(person.from() + chance.nextInt(8), 3_600);
    add(at, Kind.CHANGE, person.subject(), Company.BREAK_GLASS, null, Result.PERMIT);
    for (int i = 0; i < 15; i++) {
      at = at.plusSeconds(10 + chance.nextInt(40));
      decide(person.subject(), at, Company.EXPORT, 5_000, true);
    }
  }

  private void spread() {
    List<String> permissions = company.permissions();
    Instant at = at(9 + chance.nextInt(6), 3_600);
    for (int i = 0; i < 160; i++) {
      Person person = any(company.active());
      String permission = any(permissions);
      decide(person.subject(), at, permission, 3, isOf(person, permission));
      at = at.plusSeconds(2 + chance.nextInt(5));
    }
  }

  private void oldTeam(Person person) {
    List<String> rights = company.teams().get(person.earlierTeam()).permissions();
    Instant at = at(person.from() + 1, 7_200);
    for (int i = 0; i < 20; i++) {
      decide(person.subject(), at, any(rights), 300, true);
      at = at.plusSeconds(40 + chance.nextInt(200));
    }
  }

  private void takenOver(Machine machine) {
    List<String> permissions = company.permissions();
    Instant at = at(chance.nextInt(22), 3_600);
    for (int i = 0; i < 120; i++) {
      boolean own = chance.nextInt(4) > 0;
      String permission = own ? any(machine.permissions()) : any(permissions);
      decide(machine.subject(), at, permission, 5_000, machine.permissions().contains(permission));
      at = at.plusSeconds(1 + chance.nextInt(8));
    }
  }

  private void weekend(Person person) {
    Instant at = at(10 + chance.nextInt(8), 3_600);
    for (int i = 0; i < 12; i++) {
      decide(person.subject(), at, Company.EXPORT, 5_000, true);
      at = at.plusSeconds(180 + chance.nextInt(600));
    }
  }

  private void shortLived(Person person) {
    Person administrator = any(company.administrators());
    Instant at = at(administrator.from() + chance.nextInt(8), 3_600);
    add(at, Kind.CHANGE, administrator.subject(), "grant.created", null, Result.PERMIT);
    for (int i = 0; i < 4; i++) {
      at = at.plusSeconds(15 + chance.nextInt(45));
      decide(person.subject(), at, any(any(company.teams()).privileged()), 20, true);
    }
    add(
        at.plusSeconds(30),
        Kind.CHANGE,
        administrator.subject(),
        "grant.revoked",
        null,
        Result.PERMIT);
  }

  private boolean isOf(Person person, String permission) {
    return company.common().contains(permission)
        || person.team().permissions().contains(permission);
  }

  private List<Person> dayWorkers() {
    return company.active().stream().filter(person -> !person.onCall()).toList();
  }

  private List<Person> movers() {
    return company.active().stream()
        .filter(person -> person.earlierTeam() != person.team().number())
        .toList();
  }

  private Instant at(int hour, int within) {
    return midnight.plus(Duration.ofHours(hour)).plusSeconds(chance.nextInt(within));
  }

  private void decide(
      String subject, Instant at, String permission, int things, boolean permitted) {
    add(
        at,
        Kind.DECISION,
        subject,
        permission,
        "thing:" + chance.nextInt(things),
        permitted ? Result.PERMIT : Result.DENY);
  }

  private void add(
      Instant at,
      Kind kind,
      String subject,
      String permission,
      @Nullable String resource,
      Result result) {
    events.add(new TrafficEvent(at, kind, subject, permission, resource, result, family));
  }

  private <T> T any(List<T> from) {
    return from.get(chance.nextInt(from.size()));
  }
}
