package io.iamplane.packaged;

import io.iamplane.packaged.checks.CheckKind;
import io.iamplane.packaged.load.LoadFigures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table of medians; servers that were asked the same in the same way stand below each other. */
final class CheckReport {

  private final Map<Asked, Map<String, List<LoadFigures>>> rounds = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();

  /** A kind of question, with the number of connections that ask, or of questions a second. */
  private record Asked(CheckKind kind, String shape) {}

  void remark(String remark) {
    remarks.add(remark);
  }

  /** Takes a round's figures. */
  void add(CheckKind kind, String shape, String server, LoadFigures figures) {
    rounds
        .computeIfAbsent(new Asked(kind, shape), _ -> new LinkedHashMap<>())
        .computeIfAbsent(server, _ -> new ArrayList<>())
        .add(figures);
  }

  /**
   * The table. The last column compares rounds, so that other load on the machine affects both: the
   * median of this server's rate over the first one's in the same round.
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    remarks.forEach(remark -> text.append(remark).append('\n'));
    text.append(
        "\n| what | connections | server | requests/s | decisions/s | p50 ms | p99 ms | p99.9 ms "
            + "| processor µs of the server for each | shed with 429 | times the first |\n");
    text.append("|---|---|---|---|---|---|---|---|---|---|---|\n");
    rounds.forEach((asked, servers) -> {
      List<LoadFigures> first = servers.values().iterator().next();
      servers.forEach((name, figures) -> {
        LoadFigures median = LoadFigures.median(figures);
        text.append(line(asked, name, median, ratio(figures, first)));
      });
    });
    return text.append('\n').toString();
  }

  private static String line(Asked asked, String name, LoadFigures median, double ratio) {
    return "| %s | %s | %s | %,.0f | %,.0f | %.2f | %.2f | %.2f | %.0f | %d | %.2f |%n"
        .formatted(
            asked.kind().title(),
            asked.shape(),
            name,
            median.perSecond(),
            median.perSecond() * asked.kind().decisions(),
            median.p50(),
            median.p99(),
            median.p999(),
            median.micros(),
            median.shed(),
            ratio);
  }

  private static double ratio(List<LoadFigures> figures, List<LoadFigures> first) {
    double[] sorted = new double[figures.size()];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = figures.get(i).perSecond() / first.get(i).perSecond();
    }
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
