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
  public static final int MAX_LINES = 1_000;

  private final Set<Line> lines = new LinkedHashSet<>();
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

  public enum Kind {
    /** It was brought over, and something is to be known about it. */
    NOTE,
    /** A part of the model was not brought over: less is allowed than before, never more. */
    LOSS,
    /** A relation cannot be written here; without it more might be allowed than before. */
    REFUSAL
  }

  public record Line(FilePlace place, Kind kind, String message) {

    public Line {
      message = PeerFault.printable(message);
    }

    @Override
    public String toString() {
      String word =
          switch (kind) {
            case NOTE -> "note";
            case LOSS -> "not converted";
            case REFUSAL -> "refused";
          };
      return "%s: %s: %s".formatted(place, word, message);
    }
  }

  void note(FilePlace place, String message) {
    add(new Line(place, Kind.NOTE, message));
  }

  void loss(FilePlace place, String message) {
    add(new Line(place, Kind.LOSS, message));
  }

  void refuse(FilePlace place, String message) {
    add(new Line(place, Kind.REFUSAL, message));
  }

  private void add(Line line) {
    boolean kept = lines.size() < MAX_LINES ? lines.add(line) : !lines.contains(line);
    if (kept) {
      counts.merge(line.kind(), 1, Integer::sum);
    }
  }

  /** In the order of the files, the model's first. */
  public List<Line> lines() {
    return new ArrayList<>(lines);
  }

  /** Counts the lines of a kind, dropped lines included. */
  public int count(Kind kind) {
    return counts.getOrDefault(kind, 0);
  }

  /** Counts the dropped lines. */
  public int more() {
    return counts.values().stream().mapToInt(Integer::intValue).sum() - lines.size();
  }
}
