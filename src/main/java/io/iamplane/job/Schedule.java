package io.iamplane.job;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import io.quarkus.runtime.configuration.DurationConverter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * The moments (ticks) at which a job is due. All servers compute the same ones, since they count
 * from the epoch, or follow a cron expression in UTC, and not from when a server started.
 */
sealed interface Schedule {

  /** The schedule of a job that servers do not run. */
  String NEVER = "off";

  Duration SHORTEST = Duration.ofSeconds(5);
  Duration LONGEST = Duration.ofDays(31);

  /** The last tick that is not after a moment; empty when there never is one. */
  Optional<Instant> last(Instant now);

  /**
   * Reads a setting: {@code off}, an interval such as {@code 1h}, or the five fields of a cron
   * expression as a CronJob has them.
   *
   * @throws IllegalArgumentException for anything else, and for an interval out of bounds
   */
  static Schedule of(String text) {
    String setting = text.strip();
    if (setting.equals(NEVER)) {
      return new Off();
    }
    if (setting.contains(" ")) {
      CronParser parser =
          new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX));
      return new Cron(ExecutionTime.forCron(parser.parse(setting)));
    }
    Duration interval = DurationConverter.parseDuration(setting);
    if (interval == null || interval.compareTo(SHORTEST) < 0 || interval.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("an interval must be 5 seconds to 31 days");
    }
    return new Every(interval);
  }

  /** Never: CronJobs run the command. */
  record Off() implements Schedule {

    @Override
    public Optional<Instant> last(Instant now) {
      return Optional.empty();
    }
  }

  /** At whole multiples of an interval since the epoch. */
  record Every(Duration interval) implements Schedule {

    @Override
    public Optional<Instant> last(Instant now) {
      long length = interval.toMillis();
      return Optional.of(Instant.ofEpochMilli(Math.floorDiv(now.toEpochMilli(), length) * length));
    }
  }

  /** At the moments of a cron expression, in UTC. */
  record Cron(ExecutionTime times) implements Schedule {

    @Override
    public Optional<Instant> last(Instant now) {
      ZonedDateTime at = now.atZone(ZoneOffset.UTC);
      return times.isMatch(at)
          ? Optional.of(now.truncatedTo(ChronoUnit.MINUTES))
          : times.lastExecution(at).map(ZonedDateTime::toInstant);
    }
  }
}
