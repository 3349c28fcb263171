package io.iamplane.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The instructions of a Dockerfile, lines joined and comments left out. */
record Dockerfile(List<Instruction> instructions) {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern LABEL = Pattern.compile("([\\w.]+)=\"([^\"]*)\"");

  record Instruction(String name, String text) {

    /** The words that are not options. */
    List<String> words() {
      return List.of(text.split("\\s+")).stream().filter(word -> !word.startsWith("--")).toList();
    }
  }

  static Dockerfile of(Path file) {
    String text =
        KubeFiles.read(file).replaceAll("(?m)^\\s*#.*\n", "").replaceAll("\\\\\n\\s*", "");
    List<Instruction> instructions = new ArrayList<>();
    for (String line : text.lines().filter(each -> !each.isBlank()).toList()) {
      int space = line.indexOf(' ');
      instructions.add(
          new Instruction(line.substring(0, space), line.substring(space + 1).strip()));
    }
    return new Dockerfile(instructions);
  }

  List<Instruction> all(String name) {
    return instructions.stream().filter(each -> each.name().equals(name)).toList();
  }

  /** The text of an instruction that there is once. */
  String only(String name) {
    List<Instruction> found = all(name);
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " times " + name);
    }
    return found.getFirst().text();
  }

  /** The words of an instruction in the form that needs no shell. */
  List<String> exec(String name) {
    try {
      return List.of(JSON.readValue(only(name), String[].class));
    } catch (JsonProcessingException e) {
      throw new AssertionError(name + " needs a shell: " + only(name), e);
    }
  }

  Map<String, String> labels() {
    Map<String, String> labels = new TreeMap<>();
    Matcher label = LABEL.matcher(only("LABEL"));
    while (label.find()) {
      labels.put(label.group(1), label.group(2));
    }
    return labels;
  }
}
