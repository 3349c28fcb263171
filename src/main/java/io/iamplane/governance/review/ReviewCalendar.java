package io.iamplane.governance.review;

import io.iamplane.shared.StartUpCheck;
import jakarta.inject.Singleton;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** On which day of the reviews' time zone reminders are due. A wrong setting stops a start. */
@Singleton
class ReviewCalendar implements StartUpCheck {

  /** The last time of day that a run each quarter of an hour still reaches on the same day. */
  private static final LocalTime LATEST = LocalTime.of(23, 45);

  private final ReviewConfig config;

  ReviewCalendar(ReviewConfig config) {
    this.config = config;
  }

  /**
   * Returns the day with reminders due now; empty while it is too early in the day, at any offset
   * of the zone on that day.
   */
  Optional<LocalDate> dueDay(Instant now) {
    ZonedDateTime local = now.atZone(ZoneId.of(config.timeZone()));
    return local.toLocalTime().isBefore(LocalTime.parse(config.remindAt()))
        ? Optional.empty()
        : Optional.of(local.toLocalDate());
  }

  @Override
  public List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    try {
      ZoneId.of(config.timeZone());
    } catch (DateTimeException e) {
      findings.add(
          Finding.severe(
              "iam.reviews.time-zone",
              "not a valid time zone",
              "use a name such as Europe/Berlin"));
    }
    try {
      if (LocalTime.parse(config.remindAt()).isAfter(LATEST)) {
        findings.add(
            Finding.severe(
                "iam.reviews.remind-at",
                "the day may end before a run sends its reminders",
                "use " + LATEST + " or an earlier time"));
      }
    } catch (DateTimeException e) {
      findings.add(
          Finding.severe(
              "iam.reviews.remind-at", "not a valid time of day", "use a time such as 09:00"));
    }
    return findings;
  }
}
