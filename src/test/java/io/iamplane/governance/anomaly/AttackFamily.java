package io.iamplane.governance.anomaly;

import java.util.Arrays;
import java.util.List;

/**
 * Families of attacks in generated traffic. The halves were fixed before any detector was written:
 * a detector is tuned with one half and measured on the other.
 */
enum AttackFamily {
  /** An account tries all permissions that there are, one after another; most are denied. */
  PERMISSION_PROBE(Half.TUNED),
  /** An account reads everything that it may, much faster than a person reads. */
  RESOURCE_SWEEP(Half.TUNED),
  /** An account that was not used for two months comes back and tries all its permissions. */
  DORMANT_ACCOUNT(Half.TUNED),
  /** A person's own rights, used for an hour in the middle of the night. */
  NIGHT_ACCESS(Half.TUNED),
  /** A privileged permission, used for the first time by a person and by the person's team. */
  FIRST_PRIVILEGED(Half.TUNED),
  /** An administrator's account makes grants by the hundred. */
  MASS_GRANT(Half.TUNED),
  /** Break glass without an incident, and an export right after it. */
  BREAK_GLASS_EXPORT(Half.TUNED),
  /** Like {@link #PERMISSION_PROBE}, at a few attempts an hour, for days. */
  SLOW_PROBE(Half.HELD_OUT),
  /** Like {@link #PERMISSION_PROBE}, spread over many accounts with a few denials each. */
  SPREAD_PROBE(Half.HELD_OUT),
  /** Rights of an earlier team, still granted, used for the first time in months. */
  OLD_TEAM_RIGHTS(Half.HELD_OUT),
  /** A machine that did the same every minute does something else, and more of it. */
  MACHINE_TAKEN_OVER(Half.HELD_OUT),
  /** An administrator's account revokes the grants of all people. */
  MASS_REVOKE(Half.HELD_OUT),
  /** A few slow exports on a weekend by a person with working hours on weekdays only. */
  WEEKEND_EXPORT(Half.HELD_OUT),
  /** A grant to oneself by way of an administrator's account, its use, and its revocation. */
  SHORT_LIVED_GRANT(Half.HELD_OUT);

  /** The half to which a family belongs. */
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

  /** Returns true if an attack may begin on this day, counted from a Monday. */
  boolean mayBegin(int day) {
    return this != WEEKEND_EXPORT || day % 7 >= 5;
  }

  static List<AttackFamily> of(Half half) {
    return Arrays.stream(values()).filter(family -> family.half() == half).toList();
  }
}
