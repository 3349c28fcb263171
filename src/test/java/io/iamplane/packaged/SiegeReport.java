package io.iamplane.packaged;

import io.iamplane.packaged.siege.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Writes the measurements of a siege, as tables. */
final class SiegeReport {

  private final Path file;

  SiegeReport(Path file) {
    this.file = file;
  }

  void write(
      Duration time,
      double share,
      Map<String, Lane.Figures> idle,
      Map<String, Lane.Figures> siege,
      List<String> attacks,
      Footprint before,
      Footprint after)
      throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("A siege of %d s at %.2f of the volume%n%n".formatted(time.toSeconds(), share));
    text.append("| victim | asked | refused | p50 ms | p99 ms | most ms |\n");
    text.append("|---|---|---|---|---|---|\n");
    siege.forEach((lane, under) -> {
      text.append("| %s, idle | %s |%n".formatted(lane, idle.get(lane)));
      text.append("| %s, under siege | %s |%n".formatted(lane, under));
    });
    siege.forEach((lane, figures) ->
        figures.kinds().forEach(kind -> text.append("\n* %s: %s".formatted(lane, kind))));
    text.append("\n\n| p99 ms in each tenth under siege |\n|---|\n");
    siege.forEach((lane, figures) -> {
      text.append("| %s:".formatted(lane));
      figures.tenths().forEach(p99 -> text.append(" %.0f".formatted(p99)));
      text.append(" |\n");
    });
    text.append("\n| attack | answers |\n|---|---|\n");
    attacks.forEach(line -> text.append("| ").append(line).append(" |\n"));
    text.append("\n| | heap MB | resident MB | threads | files |\n|---|---|---|---|---|\n");
    text.append("| before | ").append(before).append(" |\n| after | ").append(after).append(" |\n");
    Files.writeString(file, text);
    System.out.println(text);
  }
}
