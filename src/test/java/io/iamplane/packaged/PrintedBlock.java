package io.iamplane.packaged;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Commands that a page prints together.
 *
 * @param section the heading above, without its marks
 * @param language as the page names it: {@code sh}, {@code sql}
 * @param lines as they stand there
 */
record PrintedBlock(String section, String language, List<String> lines) {

  private static final String FENCE = "```";

  /** The blocks of a page, in order; without blocks in other languages. */
  static List<PrintedBlock> of(Path page) {
    List<PrintedBlock> blocks = new ArrayList<>();
    String section = "";
    PrintedBlock open = null;
    for (String line : read(page)) {
      if (line.startsWith(FENCE)) {
        if (open == null) {
          open = new PrintedBlock(section, line.substring(FENCE.length()), new ArrayList<>());
        } else {
          blocks.add(open);
          open = null;
        }
      } else if (open != null) {
        open.lines.add(line);
      } else if (line.startsWith("#")) {
        section = line.replaceFirst("^#+ ", "");
      }
    }
    return blocks.stream()
        .filter(block -> block.language.equals("sh") || block.language.equals("sql"))
        .toList();
  }

  /** The typed lines, without pure comments. */
  List<String> commands() {
    return lines.stream().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
  }

  private static List<String> read(Path page) {
    try {
      return Files.readAllLines(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
