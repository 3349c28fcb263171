package io.iamplane.governance.anomaly;

import io.iamplane.governance.anomaly.AttackFamily.Half;
import io.iamplane.governance.anomaly.TrafficEvent.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * Runs a detector over generated traffic, with one company for each seed: quiet days to learn from,
 * then an attack every other day, each family of a half once.
 */
final class AnomalyEvaluation {

  static final int PEOPLE = 120;
  static final int BUDGET = 10;

  record Staged(AttackFamily family, Set<String> subjects, Instant from, Instant until) {}

  /** The result for one family: number of attacks, detected attacks, and first signals by type. */
  static final class Row {
    int attacks;
    int found;
    final Map<SignalType, Integer> by = new EnumMap<>(SignalType.class);
  }

  final Map<AttackFamily, Row> rows = new EnumMap<>(AttackFamily.class);
  final Map<SignalType, Integer> falseAlerts = new EnumMap<>(SignalType.class);
  int days;
  int alerts;
  int mostAlertsOfADay;
  int outageAlerts;
  final List<String> said = new ArrayList<>();

  /** Runs the families of a half in the company of a seed. */
  void run(long seed, Half half) {
    Traffic traffic = new Traffic(seed, PEOPLE);
    Detector detector = new Detector();
    AlertBudget budget = new AlertBudget(BUDGET, Map.of());
    List<AttackFamily> order = new ArrayList<>(AttackFamily.of(half));
    if (traffic.company().people().stream().noneMatch(Company.Person::dormant)) {
      // A small company may have no such account.
      order.remove(AttackFamily.DORMANT_ACCOUNT);
    }
    Collections.shuffle(order, new Random(seed));
    List<Staged> staged = new ArrayList<>();
    List<TrafficEvent> later = new ArrayList<>();
    List<Signal> taken = new ArrayList<>();
    int next = 0;
    int lastAttack = 0;
    for (int day = 0; next < order.size() || day <= lastAttack + 2; day++) {
      AttackFamily attack = null;
      if (day >= Traffic.WARM_UP && (day - Traffic.WARM_UP) % 2 == 0 && next < order.size()) {
        for (int i = next; i < order.size() && attack == null; i++) {
          if (order.get(i).mayBegin(day)) {
            attack = order.remove(i);
            order.add(next++, attack);
            lastAttack = day;
          }
        }
      }
      later.addAll(traffic.day(day, attack));
      if (attack != null) {
        staged.add(staged(attack, later));
      }
      int before = taken.size();
      Instant end = Traffic.midnight(day + 1);
      // A few of the day before and a sorted day: two runs, which are merged.
      later.sort(TrafficEvent.IN_TIME);
      int seen = 0;
      while (seen < later.size() && later.get(seen).at().isBefore(end)) {
        for (Signal signal : detector.observe(observation(later.get(seen++)))) {
          if (budget.take(signal)) {
            taken.add(signal);
          }
        }
      }
      later.subList(0, seen).clear();
      if (day >= Traffic.WARM_UP) {
        days++;
        alerts += taken.size() - before;
        mostAlertsOfADay = Math.max(mostAlertsOfADay, taken.size() - before);
      }
    }
    judge(staged, taken);
  }

  private static Staged staged(AttackFamily family, Iterable<TrafficEvent> events) {
    Set<String> subjects = new HashSet<>();
    Instant from = Instant.MAX;
    Instant until = Instant.MIN;
    for (TrafficEvent event : events) {
      if (event.attack() == family) {
        subjects.add(event.subject());
        from = event.at().isBefore(from) ? event.at() : from;
        until = event.at().isAfter(until) ? event.at() : until;
      }
    }
    return new Staged(family, subjects, from, until);
  }

  private void judge(List<Staged> staged, List<Signal> taken) {
    Instant known = Traffic.midnight(Traffic.WARM_UP);
    List<Signal> left = new ArrayList<>(taken);
    left.removeIf(signal -> signal.at().isBefore(known));
    for (Staged attack : staged) {
      Row row = rows.computeIfAbsent(attack.family(), _ -> new Row());
      row.attacks++;
      List<Signal> hits = left.stream().filter(signal -> hits(signal, attack)).toList();
      left.removeAll(hits);
      hits.stream()
          .min(Comparator.comparing(Signal::at))
          .ifPresent(first -> {
            row.found++;
            row.by.merge(first.type(), 1, Integer::sum);
          });
    }
    for (Signal signal : left) {
      falseAlerts.merge(signal.type(), 1, Integer::sum);
      said.add(signal.toString());
      long day = Duration.between(Traffic.midnight(0), signal.at()).toDays();
      long minute = signal.at().getEpochSecond() % 86_400 / 60;
      if (Traffic.isOutage((int) day) && minute >= 600 && minute < 620) {
        outageAlerts++;
      }
    }
  }

  /** A signal says the attack when it names one of its subjects, or all, while it goes on. */
  private static boolean hits(Signal signal, Staged attack) {
    boolean names =
        attack.subjects().contains(signal.subject())
            || (signal.subject().equals(Signal.ORGANIZATION) && attack.subjects().size() > 3);
    return names
        && !signal.at().isBefore(attack.from())
        && !signal.at().isAfter(attack.until().plusSeconds(60));
  }

  static Observation observation(TrafficEvent event) {
    boolean emergency = event.permission().equals(Company.BREAK_GLASS);
    boolean privileged =
        event.permission().endsWith(":purge")
            || event.permission().endsWith(":configure")
            || event.permission().equals(Company.EXPORT);
    return new Observation(
        event.at(),
        event.kind() == Kind.CHANGE ? Observation.Kind.CHANGE : Observation.Kind.DECISION,
        event.subject(),
        event.permission(),
        emergency || privileged,
        Observation.Result.valueOf(event.result().name()));
  }

  double recall() {
    int attacks = rows.values().stream().mapToInt(row -> row.attacks).sum();
    return (double) rows.values().stream().mapToInt(row -> row.found).sum() / attacks;
  }

  double alertsPerDay() {
    return (double) alerts / days;
  }

  /** The figures as a table in Markdown. */
  String table() {
    StringBuilder text =
        new StringBuilder("| family | attacks | found | first signal |\n|---|---|---|---|\n");
    rows.forEach((family, row) ->
        text.append(
            "| `%s` | %d | %d | %s |\n"
                .formatted(
                    family.name().toLowerCase(Locale.ROOT),
                    row.attacks,
                    row.found,
                    signals(row.by))));
    return text.append(
            "\nRecall %.3f; %.2f alerts a day, at most %d; false ones of all %d days: %s; of an outage: %d.\n"
                .formatted(
                    recall(),
                    alertsPerDay(),
                    mostAlertsOfADay,
                    days,
                    signals(falseAlerts),
                    outageAlerts))
        .toString();
  }

  private static String signals(Map<SignalType, Integer> by) {
    List<String> parts = new ArrayList<>();
    by.forEach((type, count) -> parts.add("`" + type.wire() + "` " + count));
    return parts.isEmpty() ? "-" : String.join(", ", parts);
  }

  /** Prints the figures of a half: {@code tuned 1 2 3}. */
  public static void main(String[] arguments) {
    Half half = Half.valueOf(arguments[0].toUpperCase(Locale.ROOT));
    AnomalyEvaluation evaluation = new AnomalyEvaluation();
    for (int i = 1; i < arguments.length; i++) {
      evaluation.run(Long.parseLong(arguments[i]), half);
    }
    System.out.println(evaluation.table());
    evaluation.said.stream().limit(40).forEach(System.out::println);
  }
}
