package io.iamplane.migrate.target;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes a manifest in YAML, always the same for the same model. */
public final class ManifestFileText {

  private static final List<String> PARTS = List.of("relations", "permissions");

  private final StringBuilder out = new StringBuilder();

  private ManifestFileText() {}

  public static String of(String key, TargetModel model) {
    ManifestFileText text = new ManifestFileText();
    text.out
        .append("# Converted from ")
        .append(model.source().kind().title())
        .append(" by iam:model:import.\n")
        .append("schema: iam.manifest.v2\n\napp:\n  key: ")
        .append(quoted(key))
        .append("\n  name: ")
        .append(quoted(key))
        .append("\n\n");
    text.member("types", model.types(), 0);
    if (!model.conditions().isEmpty()) {
      text.out.append("\nconditions:\n");
      model.conditions().forEach((name, declaration) -> text.condition(name, declaration));
    }
    return text.out.toString();
  }

  private void condition(String name, Object declaration) {
    out.append("  ").append(quotedName(name)).append(":\n");
    if (declaration instanceof Map<?, ?> members) {
      members.forEach((key, value) -> {
        if (value instanceof Map<?, ?> parameters) {
          out.append("    ").append(key).append(parameters.isEmpty() ? ": {}\n" : ":\n");
          parameters.forEach((each, type) -> member(String.valueOf(each), type, 3));
        } else {
          member(String.valueOf(key), value, 2);
        }
      });
    }
  }

  private void member(String name, Object value, int depth) {
    out.repeat("  ", depth).append(quotedName(name)).append(':');
    if (!(value instanceof Map<?, ?> members)) {
      out.append(' ').append(quoted(String.valueOf(value))).append('\n');
    } else if (members.isEmpty() || (depth > 0 && isEmpty(members))) {
      out.append(" {}\n");
    } else {
      out.append('\n');
      for (Object each : depth == 1 ? PARTS : members.keySet()) {
        Object part = members.get(each);
        if (part != null && (depth == 0 || !(part instanceof Map<?, ?> in && isEmpty(in)))) {
          member(String.valueOf(each), part, depth + 1);
        }
      }
    }
  }

  /** Returns true if an object has no members, or empty ones only. */
  private static boolean isEmpty(Map<?, ?> members) {
    return members.values().stream().allMatch(each -> each instanceof Map<?, ?> in && in.isEmpty());
  }

  /** Words that some readers of YAML take for something else. */
  private static String quotedName(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "null", "true", "false", "yes", "no", "on", "off", "y", "n" -> quoted(name);
      default -> name;
    };
  }

  /** Double quotes, which hold any text of ours, with the escapes of JSON. */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
