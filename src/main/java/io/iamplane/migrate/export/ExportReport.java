package io.iamplane.migrate.export;

import io.iamplane.migrate.PeerFault;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The differences between the exported files and the policy here. */
public final class ExportReport {

  /** No more lines are kept; the others are counted. */
  private static final int MAX_LINES = 1_000;

  private final List<String> lines = new ArrayList<>();
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

  public enum Kind {
    /** It is left out, and changes no answer. */
    NOTE("note"),
    /** It cannot be written: less is allowed there than here. */
    LOSS("not written"),
    /** It cannot be written, and without it more may be allowed there than here. */
    OPENING("not written, so OpenFGA may allow more"),
    /** It is written, and means less where less allows more. */
    WEAKER("written, but OpenFGA may allow more");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  /** Adds a line; the place is {@code type.name} of the model, or a relation. */
  void add(String place, Kind kind, String message) {
    if (lines.size() < MAX_LINES) {
      lines.add("%s: %s: %s".formatted(PeerFault.printable(place), kind.word, message));
    }
    counts.merge(kind, 1, Integer::sum);
  }

  /** The model's first, then those of relations as written; the last counts dropped lines. */
  public List<String> lines() {
    List<String> all = new ArrayList<>(lines);
    int more = counts.values().stream().mapToInt(Integer::intValue).sum() - lines.size();
    if (more > 0) {
      all.add("... and %d more".formatted(more));
    }
    return all;
  }

  /** Counts the lines of a kind, dropped lines included. */
  public int count(Kind kind) {
    return counts.getOrDefault(kind, 0);
  }
}
