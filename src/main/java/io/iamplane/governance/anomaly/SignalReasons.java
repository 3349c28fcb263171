package io.iamplane.governance.anomaly;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The reasons of a signal, in words: its own first, then other unusual activity of the subject at
 * that time, the most unlikely first.
 */
final class SignalReasons {

  private static final int MOST = 3;

  /** The minimum score of a further reason: one of a hundred. */
  private static final double LEAST = 2;

  private static final int DAYS_AWAY = 7;

  private SignalReasons() {}

  private record Reason(SignalType type, double surprise, String words) {}

  /** Returns the reasons of a signal at a second since 1970. */
  static List<String> of(SignalType type, String own, SubjectBaseline subject, long second) {
    List<Reason> others = new ArrayList<>();
    counts(subject, second, others);
    habits(subject, second, others);
    List<String> reasons = new ArrayList<>(List.of(own));
    others.stream()
        .filter(other -> other.type() != type && other.surprise() >= LEAST)
        .sorted(Comparator.comparingDouble(Reason::surprise).reversed())
        .limit(MOST - 1L)
        .forEach(other -> reasons.add(other.words()));
    return reasons;
  }

  private static void counts(SubjectBaseline subject, long second, List<Reason> reasons) {
    reasons.add(
        new Reason(
            SignalType.DENIAL_SPIKE,
            Poisson.surprise(subject.denialsOfDay.count(second), 1.5 * subject.usualDenials() + 1),
            denied(subject)));
    if (subject.days() >= Detector.LEAST_DAYS) {
      reasons.add(
          new Reason(
              SignalType.RATE_SPIKE,
              Poisson.surprise(subject.rate.count(second), subject.usualRate() + 5),
              asked(subject)));
    }
    reasons.add(
        new Reason(
            SignalType.MASS_CHANGE,
            Poisson.surprise(subject.changesOfHour.count(second), subject.usualChanges() + 15),
            changed(subject)));
  }

  private static void habits(SubjectBaseline subject, long second, List<Reason> reasons) {
    long days = subject.daysAway();
    if (days >= DAYS_AWAY) {
      reasons.add(
          new Reason(SignalType.DORMANT_SUBJECT_ACTIVE, days / (double) DAYS_AWAY, away(subject)));
    }
    if (subject.habits.isUnusual(Math.floorDiv(second, 3_600L))) {
      reasons.add(new Reason(SignalType.OFF_HOURS, 7, offHours(subject)));
    }
    if (subject.unusual() > 0) {
      reasons.add(
          new Reason(SignalType.PEER_OUTLIER, subject.unusualScore(), unlikePeers(subject)));
    }
  }

  static String denied(SubjectBaseline subject) {
    return "was denied %d times in a day; the usual number is %.1f"
        .formatted(subject.denialsOfDay.count(), subject.usualDenials());
  }

  static String asked(SubjectBaseline subject) {
    return "requested %d decisions within five minutes; the usual peak is about %.0f"
        .formatted(subject.rate.count(), subject.usualRate());
  }

  static String changed(SubjectBaseline subject) {
    return "made %d changes within an hour; the usual number is %.0f a day"
        .formatted(subject.changesOfHour.count(), subject.usualChanges());
  }

  static String refused(int times, String last) {
    return "had %d sign-ins refused in a day; the last reason was %s".formatted(times, last);
  }

  static String away(SubjectBaseline subject) {
    return "had been inactive for " + subject.daysAway() + " days";
  }

  static String offHours(SubjectBaseline subject) {
    return "had not been active at that hour of the day in %d weeks"
        .formatted(subject.habits.observedWeeks());
  }

  static String unlikePeers(SubjectBaseline subject) {
    return "began to use %d permissions that hardly any of its peers use"
        .formatted(subject.unusual());
  }
}
