package io.iamplane.bench.engine;

import io.iamplane.bench.engine.workload.Workload;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.results.RunResult;

/** The figures as the Markdown tables of {@code docs/benchmarks.md}. */
final class Report {

  private final Collection<RunResult> results;
  private final List<String> peers;
  private final StringBuilder text = new StringBuilder();

  Report(Collection<RunResult> results, List<String> peers) {
    this.results = results;
    this.peers = peers;
  }

  /**
   * The tables.
   *
   * @param allowed how many requests of each workload are allowed, in the order of the table
   */
  String text(Map<String, Integer> allowed) {
    text.append("| workload | engine | p50 | p99 | average | B/op | p50, times ours | allowed |\n");
    text.append("|---|---|---|---|---|---|---|---|\n");
    allowed.forEach(this::workload);
    text.append("\n| condition alone | p50 | p99 | average | B/op |\n|---|---|---|---|---|\n");
    for (String language : List.of(DecisionBench.OURS, ConditionBench.CEL)) {
      for (String attributes : List.of("all true", "mixed")) {
        condition(attributes, language);
      }
      plain(
          "compiled from its text, " + language,
          Figures.of(results, CompileBench.class, List.of(language)));
    }
    plain("nothing (the clock)", Figures.of(results, ClockBench.class, List.of()));
    return text.toString();
  }

  private void workload(String name, int allowed) {
    Figures own = decision(name, DecisionBench.OURS).orElseThrow();
    row(name, DecisionBench.OURS, own, own, allowed);
    for (String peer : peers) {
      decision(name, peer).ifPresent(figures -> row(name, peer, figures, own, allowed));
    }
  }

  private void condition(String attributes, String language) {
    plain(
        attributes + ", " + language,
        Figures.of(results, ConditionBench.class, List.of(attributes, language)));
  }

  private Optional<Figures> decision(String workload, String engine) {
    return Figures.of(results, DecisionBench.class, List.of(engine, workload));
  }

  private void row(String workload, String engine, Figures figures, Figures own, int allowed) {
    text.append(
        "| %s | %s | %s | %s | %s | %,.0f | %s | %d%% |%n"
            .formatted(
                workload,
                engine,
                Figures.time(figures.p50()),
                Figures.time(figures.p99()),
                Figures.time(figures.average()),
                figures.bytes(),
                engine.equals(DecisionBench.OURS)
                    ? "1"
                    : Figures.threeDigits(figures.p50() / own.p50()),
                Math.round(100.0 * allowed / Workload.ASKS)));
  }

  private void plain(String name, Optional<Figures> found) {
    found.ifPresent(figures ->
        text.append(
            "| %s | %s | %s | %s | %,.0f |%n"
                .formatted(
                    name,
                    Figures.time(figures.p50()),
                    Figures.time(figures.p99()),
                    Figures.time(figures.average()),
                    figures.bytes())));
  }
}
