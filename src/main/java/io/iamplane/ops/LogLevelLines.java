package io.iamplane.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content of a file of levels.
 *
 * @param faults a line of text each; never the text of the file, which may be the wrong one
 */
record LogLevelLines(Map<String, Level> levels, List<String> faults) {

  private static final String OWN = "io.iamplane";
  private static final String DEBUG = "DEBUG";
  private static final Pattern LINE =
      Pattern.compile("([\\w.$-]{1,200})\\s*=\\s*(OFF|ERROR|WARN|INFO|DEBUG)");

  static LogLevelLines of(String text) {
    Map<String, Level> levels = new TreeMap<>();
    List<String> faults = new ArrayList<>();
    int number = 0;
    for (String line : text.lines().map(String::strip).toList()) {
      number++;
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      Matcher read = LINE.matcher(line);
      if (!read.matches()) {
        faults.add(
            "line %d: must be CATEGORY=LEVEL, where LEVEL is OFF, ERROR, WARN, INFO or DEBUG"
                .formatted(number));
      } else if (read.group(2).equals(DEBUG) && !isOwn(read.group(1))) {
        // Ours log no secret at any level; libraries write headers and parameters.
        faults.add(
            ("line %d: must be CATEGORY=LEVEL, where LEVEL is OFF, ERROR, WARN or INFO; DEBUG is"
                    + " allowed only for %s")
                .formatted(number, OWN));
      } else {
        levels.put(read.group(1), level(read.group(2)));
      }
    }
    return new LogLevelLines(levels, faults);
  }

  private static boolean isOwn(String category) {
    return category.equals(OWN) || category.startsWith(OWN + ".");
  }

  /** The framework's levels have the same numbers as these. */
  private static Level level(String name) {
    return switch (name) {
      case "OFF" -> Level.OFF;
      case "ERROR" -> Level.SEVERE;
      case "WARN" -> Level.WARNING;
      case "INFO" -> Level.INFO;
      default -> Level.FINE;
    };
  }
}
