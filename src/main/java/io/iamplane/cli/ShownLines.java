package io.iamplane.cli;

import java.util.ArrayList;
import java.util.List;

/** The first lines of a long list, and a count of the others. */
final class ShownLines {

  /** More lines push the first, which often cause the others, out of a terminal. */
  static final int FEW = 20;

  private ShownLines() {}

  /** Returns all lines if there are few or all are wanted. */
  static List<String> of(List<String> lines, boolean all) {
    if (all || lines.size() <= FEW) {
      return lines;
    }
    List<String> shown = new ArrayList<>(lines.subList(0, FEW));
    shown.add("... and %d more; use --all to print them".formatted(lines.size() - FEW));
    return shown;
  }
}
