package io.iamplane.governance.anomaly;

import io.iamplane.chain.EventType;
import io.iamplane.governance.anomaly.Observation.Result;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Learns the usual activity of one organization, and reports unusual activity. Receives decisions
 * and changes in the order of time, and learns from the same events that it judges; far outliers
 * have little weight. For one thread.
 *
 * <p>Raises one signal of a type for a subject and a day. Ignores denials by an outage of a
 * dependency.
 */
public final class Detector {

  /** The least surprise of a count that is worth a signal: one of ten million. */
  private static final double LEAST_SURPRISE = 7;

  /** The score of a signal that is certain and not a count. */
  private static final double CERTAIN = 20;

  private static final double STRONG = 12;
  private static final long DORMANT_DAYS = 30;

  /** The days to learn before the first signals. */
  static final int LEAST_DAYS = 10;

  private static final int LEAST_OFF_HOURS = 5;
  private static final int LEAST_RATE = 50;
  private static final int WORKING_HOURS = 6;
  private static final double OUTLIER_SCORE = 8;
  private static final double FEW_PEERS = 0.1;

  /** The refused sign-ins of a person and a day that are worth a signal. */
  static final int MANY_REFUSALS = 5;

  /** Below the score of what may take the rest of a day's budget. */
  private static final double REFUSED = 8;

  /** The reasons for a refusal, as sign-in records them, that show a copy; each in words. */
  private static final Map<String, String> COPIED =
      Map.of(
          "code_reused", "used a code a second time",
          "passkey_counter_went_back", "used a passkey whose counter had decreased");

  /** The version of the form of a state; another one is not read. */
  private static final int VERSION = 1;

  private static final long SECONDS_OF_DAY = 86_400;
  private static final long SECONDS_OF_HOUR = 3_600;

  private final Subjects subjects = new Subjects();
  private final Peers peers = new Peers();
  private final OrganizationBaseline organization = new OrganizationBaseline();

  /** Learns from an event, and returns its signals; mostly none. */
  public List<Signal> observe(Observation seen) {
    if (seen.result() == Result.UNAVAILABLE) {
      return List.of();
    }
    long second = seen.at().getEpochSecond();
    SubjectBaseline subject = subjects.of(seen.subject(), peers);
    subject.enter(Math.floorDiv(second, SECONDS_OF_DAY));
    organization.enter(Math.floorDiv(second, SECONDS_OF_HOUR));
    Event event = new Event(seen, second, subject, new ArrayList<>(0));
    event.dormant();
    switch (seen.kind()) {
      case CHANGE -> event.change();
      case REFUSAL -> event.refusal();
      case DECISION -> {
        event.rate();
        event.hour();
        if (seen.result() == Result.DENY) {
          denial(event);
        } else {
          permit(event);
        }
      }
    }
    return event.signals();
  }

  private void denial(Event event) {
    SubjectBaseline subject = event.subject();
    subject.denied();
    subject.denialsOfHour.add(event.second());
    subject.denialsOfDay.add(event.second());
    if (subject.isRaised(SignalType.DENIAL_SPIKE)) {
      return;
    }
    double day = 1.5 * subject.usualDenials() + 1;
    double surprise =
        Math.max(
            Poisson.surprise(subject.denialsOfHour.count(), day / WORKING_HOURS + 0.5),
            Poisson.surprise(subject.denialsOfDay.count(), day));
    if (surprise >= LEAST_SURPRISE) {
      event.raise(SignalType.DENIAL_SPIKE, surprise, SignalReasons.denied(subject));
      return;
    }
    Signal all = organization.denied(event.seen());
    if (all != null) {
      event.signals().add(all);
    }
  }

  private void permit(Event event) {
    SubjectBaseline subject = event.subject();
    Observation seen = event.seen();
    int permission = peers.number(seen.what());
    if (permission < 0 || subject.used.get(permission)) {
      return;
    }
    double using = peers.using(subject, permission);
    boolean known = subject.days() >= LEAST_DAYS;
    if (seen.privileged() && known) {
      event.raise(
          SignalType.FIRST_USE_OF_PRIVILEGED,
          STRONG + (using < FEW_PEERS ? 4 : 0),
          "used " + seen.what() + " for the first time");
    }
    if (known && using < FEW_PEERS) {
      subject.unlikePeers(-Math.log10(Math.max(using, 0.01)) + 1);
      if (subject.unusualScore() >= OUTLIER_SCORE) {
        event.raise(
            SignalType.PEER_OUTLIER, subject.unusualScore(), SignalReasons.unlikePeers(subject));
      }
    }
    peers.use(subject, permission);
  }

  /** An observation, {@code second} seconds after 1970, and the signals that it gives. */
  private record Event(
      Observation seen, long second, SubjectBaseline subject, List<Signal> signals) {

    void dormant() {
      if (subject.daysAway() >= DORMANT_DAYS) {
        raise(SignalType.DORMANT_SUBJECT_ACTIVE, STRONG, SignalReasons.away(subject));
      }
    }

    void change() {
      subject.changed();
      if (seen.privileged()) {
        raise(SignalType.BREAK_GLASS, CERTAIN, "used break-glass access");
      }
      if (seen.what().equals(EventType.REFRESH_TOKEN_REUSED.wire())) {
        raise(SignalType.REFRESH_TOKEN_REUSED, CERTAIN, "used a refresh token a second time");
      }
      subject.changesOfHour.add(second);
      int changes = subject.changesOfHour.count();
      double mean = subject.usualChanges() + 15;
      if (changes > 3 * mean && !subject.isRaised(SignalType.MASS_CHANGE)) {
        raise(
            SignalType.MASS_CHANGE,
            Poisson.surprise(changes, mean),
            SignalReasons.changed(subject));
      }
    }

    /** One that shows a copy has its own type, so that refusals before it hide nothing. */
    void refusal() {
      String copied = COPIED.get(seen.what());
      if (copied != null) {
        raise(SignalType.CREDENTIAL_REUSED, CERTAIN, copied);
      } else if (subject.refused(MANY_REFUSALS)) {
        raise(
            SignalType.SIGN_IN_REFUSED, REFUSED, SignalReasons.refused(MANY_REFUSALS, seen.what()));
      }
    }

    void rate() {
      subject.rate.add(second);
      int count = subject.rate.count();
      if (count >= LEAST_RATE
          && count >= 4 * subject.usualRate() + 20
          && subject.days() >= LEAST_DAYS
          && !subject.isRaised(SignalType.RATE_SPIKE)) {
        raise(
            SignalType.RATE_SPIKE,
            Poisson.surprise(count, subject.usualRate() + 5),
            SignalReasons.asked(subject));
      }
    }

    void hour() {
      long hour = Math.floorDiv(second, SECONDS_OF_HOUR);
      subject.hour.add(second);
      if (subject.hour.count() == LEAST_OFF_HOURS && subject.habits.isUnusual(hour)) {
        raise(
            SignalType.OFF_HOURS,
            7 + Math.min(subject.habits.observedWeeks(), 20) / 10.0,
            SignalReasons.offHours(subject));
      }
      subject.habits.active(hour);
    }

    void raise(SignalType type, double score, String reason) {
      if (subject.raise(type)) {
        List<String> reasons = SignalReasons.of(type, reason, subject, second);
        signals.add(new Signal(type, seen.subject(), seen.at(), score, reasons));
      }
    }
  }

  int known() {
    return subjects.size();
  }

  /**
   * Returns all that was learned, deflated, for {@link #of} in the next scan; some hundred bytes
   * for a subject. Of more than {@link Subjects#MOST} subjects, those of which least is known or
   * that were not seen for longest are left out; they are new when they come back.
   */
  public byte[] state() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream to = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      to.writeInt(VERSION);
      organization.write(to);
      peers.write(to);
      subjects.write(to);
    } catch (IOException e) {
      throw new UncheckedIOException("could not write the detector's state to memory", e);
    }
    return bytes.toByteArray();
  }

  /**
   * The detector of a state; empty when it is of another form or damaged, so that learning begins
   * from nothing.
   */
  public static Optional<Detector> of(byte[] state) {
    try (DataInputStream from =
        new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(state)))) {
      if (from.readInt() != VERSION) {
        return Optional.empty();
      }
      Detector read = new Detector();
      read.organization.read(from);
      read.peers.read(from);
      read.subjects.read(from, read.peers);
      return from.read() < 0 ? Optional.of(read) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
