package io.iamplane.language.condition;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code getHours} and its kin, in UTC or in the time zone of the argument. */
final class TimeMethods {

  /** The parts of a timestamp, counted as CEL counts them, and of some a duration's total. */
  enum TimePart {
    FULL_YEAR("getFullYear", LocalDateTime::getYear, null),
    /** 0 is January. */
    MONTH("getMonth", t -> t.getMonthValue() - 1, null),
    /** 1 is the first. */
    DATE("getDate", LocalDateTime::getDayOfMonth, null),
    /** 0 is the first. */
    DAY_OF_MONTH("getDayOfMonth", t -> t.getDayOfMonth() - 1, null),
    /** 0 is Sunday. */
    DAY_OF_WEEK("getDayOfWeek", t -> t.getDayOfWeek().getValue() % 7, null),
    /** 0 is the first of January. */
    DAY_OF_YEAR("getDayOfYear", t -> t.getDayOfYear() - 1, null),
    HOURS("getHours", LocalDateTime::getHour, Duration::toHours),
    MINUTES("getMinutes", LocalDateTime::getMinute, Duration::toMinutes),
    SECONDS("getSeconds", LocalDateTime::getSecond, Duration::toSeconds),
    MILLISECONDS("getMilliseconds", t -> t.get(ChronoField.MILLI_OF_SECOND), null);

    private final String method;
    private final ToLongFunction<LocalDateTime> ofTime;
    private final @Nullable ToLongFunction<Duration> ofDuration;

    TimePart(
        String method,
        ToLongFunction<LocalDateTime> ofTime,
        @Nullable ToLongFunction<Duration> ofDuration) {
      this.method = method;
      this.ofTime = ofTime;
      this.ofDuration = ofDuration;
    }

    long of(LocalDateTime time) {
      return ofTime.applyAsLong(time);
    }

    /** Null when a duration has no such part. */
    @Nullable Object of(Duration duration) {
      return ofDuration == null ? null : (Object) ofDuration.applyAsLong(duration);
    }

    boolean ofDurations() {
      return ofDuration != null;
    }

    static @Nullable TimePart named(String name) {
      return Arrays.stream(values()).filter(p -> p.method.equals(name)).findFirst().orElse(null);
    }

    static String names() {
      return Arrays.stream(values()).map(p -> p.method).collect(Collectors.joining(", "));
    }
  }

  /** Looking up a zone and its rules costs about as much as that many nodes. */
  private static final int ZONE_COST = 5;

  private TimeMethods() {}

  static Code compile(Compiler compiler, Expr.Method e, TimePart part)
      throws ConditionSyntaxException {
    compiler.count(e, e.name(), e.arguments(), 0, 1);
    Code target = compiler.compile(e.target());
    boolean zoned = !e.arguments().isEmpty();
    boolean duration = target.mayBe(Scalar.DURATION) && part.ofDurations() && !zoned;
    if (!target.mayBe(Scalar.TIMESTAMP) && !duration) {
      throw compiler.fault(e, "%s has no %s()".formatted(target.type().described(), e.name()));
    }
    Term zone = zoned ? zone(compiler, e.arguments().getFirst()) : _ -> ZoneOffset.UTC;
    Failure mismatch = compiler.failure(e, e.name() + "() needs a timestamp");
    return Code.of(
        Scalar.INT,
        frame ->
            switch (Term.value(target.term(), frame)) {
              case Failure failure -> failure;
              case Instant instant when Times.inRange(instant) ->
                  part(instant, Term.value(zone, frame), part);
              case Duration value when duration ->
                  Objects.requireNonNullElse(part.of(value), mismatch);
              case null, default -> mismatch;
            });
  }

  private static @Nullable Object part(Instant instant, @Nullable Object zone, TimePart part) {
    return zone instanceof ZoneId id
        ? (Object) part.of(LocalDateTime.ofInstant(instant, id))
        : zone;
  }

  /** Gives a {@link ZoneId} or a failure. */
  private static Term zone(Compiler compiler, Expr argument) throws ConditionSyntaxException {
    Code code = compiler.typed(argument, "the time zone", Scalar.STRING);
    Failure unknown =
        compiler.failure(argument, "unknown time zone; use a zone such as Europe/Berlin or +01:00");
    if (code.constant() instanceof String text) {
      ZoneId zone = Times.zone(text);
      if (zone == null) {
        throw compiler.fault(argument, unknown.reason());
      }
      return _ -> zone;
    }
    return frame -> {
      Object value = Term.value(code.term(), frame);
      if (value instanceof String text && frame.spend(ZONE_COST)) {
        return Objects.requireNonNullElse(Times.zone(text), unknown);
      }
      return value instanceof Failure ? value : unknown;
    };
  }
}
