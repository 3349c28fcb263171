package io.iamplane.migrate.target;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerFault;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The differences after importing a model and its data. */
public final class ImportReport {

  /** No more lines are kept of the model, and of the data; the others are counted. */
  private static final int MAX_LINES = 1_000;

  private final Set<String> lines = new LinkedHashSet<>();
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

  public enum Kind {
    /** It was brought over, and something is to be known about it. */
    NOTE("note"),
    /** A part of the model was not brought over: less is allowed than before, never more. */
    LOSS("not converted"),
    /** A relation cannot be written here; without it more might be allowed than before. */
    REFUSAL("refused");

    private final String word;

    Kind(String word) {
      this.word = word;
    }
  }

  void note(FilePlace place, String message) {
    add(place, Kind.NOTE, message);
  }

  void loss(FilePlace place, String message) {
    add(place, Kind.LOSS, message);
  }

  void refuse(FilePlace place, String message) {
    add(place, Kind.REFUSAL, message);
  }

  private void add(FilePlace place, Kind kind, String message) {
    String line = "%s: %s: %s".formatted(place, kind.word, PeerFault.printable(message));
    boolean kept = lines.size() < MAX_LINES ? lines.add(line) : !lines.contains(line);
    if (kept) {
      counts.merge(kind, 1, Integer::sum);
    }
  }

  /** In the order of the files, the model's first; the last one counts the dropped lines. */
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
