package io.iamplane.anomaly;

import java.util.Arrays;
import java.util.List;

/**
 * What attackers do in generated traffic. The halves were fixed before any detector was written: a
 * detector is tuned with the one, and the other says what it makes of what it was not made for.
 */
enum AttackFamily {
  /** An account tries all permissions that there are, one after another; most are denied. */
  PERMISSION_PROBE(Half.TUNED),
  /** An account reads everything that it may, much faster than a person reads. */
  RESOURCE_SWEEP(Half.TUNED),
  /** An account that was not used for two months comes back, and tries what it may. */
  DORMANT_ACCOUNT(Half.TUNED),
  /** A person's own rights, used for an hour in the middle of the night. */
  NIGHT_ACCESS(Half.TUNED),
  /** A privileged permission, used by someone who never used one, nor did the team. */
  FIRST_PRIVILEGED(Half.TUNED),
  /** An administrator's account makes grants by the hundred. */
  MASS_GRANT(Half.TUNED),
  /** Break glass without an incident, and an export right after it. */
  BREAK_GLASS_EXPORT(Half.TUNED),
  /** As the first, a few an hour, for days. */
  SLOW_PROBE(Half.HELD_OUT),
  /** As the first, by many accounts, each of which is denied a few times only. */
  SPREAD_PROBE(Half.HELD_OUT),
  /** Rights of an earlier team, still granted, used for the first time in months. */
  OLD_TEAM_RIGHTS(Half.HELD_OUT),
  /** A machine that did the same every minute does something else, and more of it. */
  MACHINE_TAKEN_OVER(Half.HELD_OUT),
  /** An administrator's account revokes what everyone has. */
  MASS_REVOKE(Half.HELD_OUT),
  /** Exports on a weekend by someone who works on weekdays, not many and not fast. */
  WEEKEND_EXPORT(Half.HELD_OUT),
  /** A grant to oneself by way of an administrator's account, its use, and its revocation. */
  SHORT_LIVED_GRANT(Half.HELD_OUT);

  /** Which figures a family counts for. */
  enum Half {
    TUNED,
    HELD_OUT
  }

  private final Half half;

  AttackFamily(Half half) {
    this.half = half;
  }

  Half half() {
    return half;
  }

  /** Whether it may begin on a day, counted from a Monday. */
  boolean mayBegin(int day) {
    return this != WEEKEND_EXPORT || day % 7 >= 5;
  }

  static List<AttackFamily> of(Half half) {
    return Arrays.stream(values()).filter(family -> family.half() == half).toList();
  }
}
