package io.iamplane.governance.anomaly;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.catalog.document.Risk;
import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.journal.DecisionJournal;
import io.iamplane.decision.journal.JournalWalk.WalkedBlock;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.governance.anomaly.AnomalyStateStore.Made;
import io.iamplane.governance.anomaly.AnomalyStateStore.State;
import io.iamplane.governance.anomaly.Observation.Kind;
import io.iamplane.governance.anomaly.Observation.Result;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Reads new entries of the decision logs and audit logs of all organizations, and records unusual
 * activity. The learned state, the position, and the signals with their records and messages commit
 * together, so that a kill and a second process repeat nothing.
 *
 * <p>An organization is read from its first scan on, in steps of about 100,000 decisions; a run
 * does a limited number of steps for each, and the next one continues.
 */
@Singleton
public class AnomalyScan {

  private static final Logger LOG = Logger.getLogger(AnomalyScan.class);

  /** Servers write decisions after some seconds; blocks that arrive later would be missed. */
  private static final Duration SETTLED = Duration.ofMinutes(2);

  private static final int BLOCKS = 16;
  private static final int DECISIONS = 100_000;
  private static final int RECORDS = 10_000;
  private static final int STEPS = 10;

  /** Signals of a day that become alerts of an organization: as many as people look into. */
  private static final int ALERTS_PER_DAY = 10;

  /** Prefix of this service's own jobs, which are not observed. */
  private static final String SYSTEM = "system:";

  private static final String PERSON = SubjectRef.USER + ":";

  private final OrganizationService organizations;
  private final AnomalyStateStore states;
  private final AnomalyStore signals;
  private final DecisionJournal journal;
  private final CatalogReader catalog;
  private final Changes changes;
  private final Transactions transactions;

  AnomalyScan(
      OrganizationService organizations,
      AnomalyStateStore states,
      AnomalyStore signals,
      DecisionJournal journal,
      CatalogReader catalog,
      Changes changes,
      Transactions transactions) {
    this.organizations = organizations;
    this.states = states;
    this.signals = signals;
    this.journal = journal;
    this.catalog = catalog;
    this.changes = changes;
    this.transactions = transactions;
  }

  /**
   * The result of a run.
   *
   * @param detected signals that became alerts
   * @param failed organizations that failed; the next run tries again
   */
  public record Scanned(int organizations, long decisions, int detected, int failed) {

    Scanned plus(Scanned other) {
      return new Scanned(
          organizations + other.organizations,
          decisions + other.decisions,
          detected + other.detected,
          failed + other.failed);
    }
  }

  public Scanned run(Instant now) {
    return run(organizations.all(), now);
  }

  public Scanned run(List<Organization> scanned, Instant now) {
    List<Organization> left = scanned;
    Scanned all = new Scanned(left.size(), 0, 0, 0);
    // In turns, so that no organization waits for all the steps of a large one.
    for (int step = 0; step < STEPS && !left.isEmpty(); step++) {
      List<Organization> unfinished = new ArrayList<>();
      for (Organization organization : left) {
        try {
          Turn turn = step(organization.id(), now);
          all = all.plus(turn.done());
          if (turn.more()) {
            unfinished.add(organization);
          }
        } catch (RuntimeException e) {
          all = all.plus(new Scanned(0, 0, 0, 1));
          LOG.warnf(
              "could not scan organization %s for anomalies: %s",
              organization.key(), e.getMessage());
        }
      }
      left = unfinished;
    }
    return all;
  }

  /** The result of a step; {@code more} if another one has work. */
  private record Turn(Scanned done, boolean more) {}

  private Turn step(OrganizationId organization, Instant now) {
    State from = transactions.call(() -> states.of(organization)).orElse(null);
    if (from == null) {
      begin(organization, now);
      return new Turn(new Scanned(0, 0, 0, 0), false);
    }
    Step next = read(organization, from, now.minus(SETTLED));
    int detected = next.isNew(from) ? look(organization, from, next, now) : 0;
    return new Turn(new Scanned(0, next.decisions(), detected, 0), !next.last());
  }

  /** Begins without the past: usual activity is learned from now on. */
  private void begin(OrganizationId organization, Instant now) {
    transactions.run(() ->
        states.begin(
            organization,
            new State(
                RecordIds.firstOf(now.minus(SETTLED)),
                states.lastRecord(organization),
                new Detector().state()),
            now));
  }

  /** New entries to read; {@code last} if there are no more. */
  private record Step(
      UUID decisionsUntil,
      long recordsUntil,
      List<Observation> observations,
      int decisions,
      boolean last) {

    /** Returns true if the state, possibly megabytes, must be written. */
    boolean isNew(State from) {
      return !decisionsUntil.equals(from.decisionsUntil()) || recordsUntil > from.recordsUntil();
    }
  }

  private Step read(OrganizationId organization, State from, Instant settled) {
    DecisionObservations records = new DecisionObservations(privileged(organization)::contains);
    List<Observation> observations = new ArrayList<>();
    UUID until = from.decisionsUntil();
    int decisions = 0;
    boolean last = false;
    while (!last && decisions < DECISIONS) {
      List<WalkedBlock> blocks =
          journal.after(organization, until, RecordIds.firstOf(settled), BLOCKS);
      for (WalkedBlock block : blocks) {
        lines(organization, block).forEach(line -> records.read(line).ifPresent(observations::add));
        decisions += block.decisions();
        until = block.lastId();
      }
      last = blocks.size() < BLOCKS;
    }
    // Changes keep up with decisions, so that both are looked at in the order of time.
    Instant before = last ? settled : RecordIds.time(until);
    List<Made> made =
        transactions.call(() -> states.made(organization, from.recordsUntil(), before, RECORDS));
    made.forEach(change -> observation(change).ifPresent(observations::add));
    observations.sort(Comparator.comparing(Observation::at));
    return new Step(
        until,
        made.isEmpty() ? from.recordsUntil() : made.getLast().seq(),
        observations,
        decisions,
        last && made.size() < RECORDS);
  }

  /** One that cannot be read must not hold up all that come after it. */
  private static List<byte[]> lines(OrganizationId organization, WalkedBlock block) {
    try {
      return block.lines();
    } catch (RuntimeException e) {
      LOG.warnf(
          "the anomaly scan of organization %s could not read the block of decisions that ends at"
              + " %s: %s; skipping it",
          organization, block.lastId(), e.getMessage());
      return List.of();
    }
  }

  /**
   * The observation of a record; empty for a refusal of someone who is no person here, such as a
   * stranger at the company's provider.
   */
  private static Optional<Observation> observation(Made change) {
    if (change.type().equals(EventType.SIGN_IN_REFUSED.wire())) {
      return change.target().startsWith(PERSON)
          ? Optional.of(
              new Observation(
                  change.at(),
                  Kind.REFUSAL,
                  change.target(),
                  Objects.requireNonNullElse(change.reason(), "unknown"),
                  false,
                  Result.DENY))
          : Optional.empty();
    }
    boolean emergency = change.type().equals(EventType.BREAK_GLASS_OPENED.wire());
    return Optional.of(
        new Observation(
            change.at(), Kind.CHANGE, change.actor(), change.type(), emergency, Result.PERMIT));
  }

  /** Permissions of high risk, and those of the control plane that change something. */
  private Set<String> privileged(OrganizationId organization) {
    Set<String> keys = new HashSet<>();
    transactions.run(() ->
        catalog.forEachPermission(
            organization,
            permission -> {
              if (permission.risk().compareTo(Risk.HIGH) >= 0) {
                keys.add(permission.key());
              }
            }));
    ControlPlane.permissions(true).stream()
        .map(ControlPlanePermission::key)
        .filter(key -> key.endsWith(".manage"))
        .forEach(keys::add);
    return keys;
  }

  private int look(OrganizationId organization, State from, Step next, Instant now) {
    Detector detector = Detector.of(from.learned()).orElseGet(Detector::new);
    List<Signal> found = new ArrayList<>();
    for (Observation seen : next.observations()) {
      if (!seen.subject().startsWith(SYSTEM)) {
        found.addAll(detector.observe(seen));
      }
    }
    State to = new State(next.decisionsUntil(), next.recordsUntil(), detector.state());
    if (found.isEmpty()) {
      transactions.call(() -> states.goOn(organization, from, to, now));
      return 0;
    }
    found.sort(Comparator.comparingDouble(Signal::score).reversed());
    return changes.record(
        Change.operational(
            Caller.job(organization, "anomaly-scan", UuidV7.next().toString()),
            organization,
            recording -> states.goOn(organization, from, to, now) ? write(recording, found) : 0));
  }

  private AlertBudget budget(Recording recording, Instant day) {
    return new AlertBudget(
        ALERTS_PER_DAY, signals.seen(recording.organization(), day, day.plus(1, ChronoUnit.DAYS)));
  }

  private int write(Recording recording, List<Signal> found) {
    int written = 0;
    Map<Instant, AlertBudget> budgets = new HashMap<>();
    for (Signal signal : found) {
      // Asked once for a day: a flood of signals must not hold the organization's lock for long.
      AlertBudget budget =
          budgets.computeIfAbsent(
              signal.at().truncatedTo(ChronoUnit.DAYS), day -> budget(recording, day));
      if (budget.take(signal)) {
        Anomaly anomaly = Anomaly.of(signal, recording.at());
        signals.insert(recording, anomaly);
        recording.add(
            Effect.created(
                EventType.ANOMALY_DETECTED, "anomaly", anomaly.id().toString(), anomaly));
        written++;
      }
    }
    return written;
  }
}
