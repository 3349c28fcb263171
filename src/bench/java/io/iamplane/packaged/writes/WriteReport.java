package io.iamplane.packaged.writes;

import io.iamplane.packaged.writes.WriteLoad.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table of medians; servers that wrote the same in the same shape stand below each other. */
public final class WriteReport {

  private final Map<Asked, Map<String, List<WriteFigures>>> rounds = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();

  private record Asked(WriteKind kind, Shape shape) {}

  public void remark(String remark) {
    remarks.add(remark);
  }

  /** Takes a round's figures. */
  public void add(WriteServer server, WriteKind kind, Shape shape, WriteFigures figures) {
    String name = server.name() + ", " + server.kinds().get(kind);
    rounds
        .computeIfAbsent(new Asked(kind, shape), _ -> new LinkedHashMap<>())
        .computeIfAbsent(name, _ -> new ArrayList<>())
        .add(figures);
  }

  /**
   * The table. The last column compares rounds, so that other load on the machine affects both: the
   * median of the first server's rate over this one's in the same round.
   */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    remarks.forEach(remark -> text.append(remark).append('\n'));
    text.append(
        "\n| what | tenants, connections | server | writes/s | p50 ms | p99 ms "
            + "| processor ms of a write: server, PostgreSQL, client "
            + "| shed with 429 | the first is |\n");
    text.append("|---|---|---|---|---|---|---|---|---|\n");
    rounds.forEach((asked, servers) -> {
      List<WriteFigures> first = servers.values().iterator().next();
      servers.forEach((name, figures) -> {
        text.append(line(asked, name, first, figures));
      });
    });
    return text.append('\n').toString();
  }

  private static String line(
      Asked asked, String name, List<WriteFigures> first, List<WriteFigures> figures) {
    WriteFigures median = WriteFigures.median(figures);
    return "| %s | %d, %d | %s | %,.0f | %.1f | %.1f | %.2f, %.2f, %.2f | %d | %.2f × |%n"
        .formatted(
            asked.kind().title(),
            asked.shape().tenants(),
            asked.shape().connections(),
            name,
            median.perSecond(),
            median.p50(),
            median.p99(),
            median.each().server(),
            median.each().database(),
            median.each().client(),
            median.shed(),
            ratio(first, figures));
  }

  private static double ratio(List<WriteFigures> first, List<WriteFigures> figures) {
    double[] sorted = new double[figures.size()];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = first.get(i).perSecond() / figures.get(i).perSecond();
    }
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
