package io.iamplane.migrate.text;

import io.iamplane.migrate.FilePlace;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A part of a JSON or YAML document, with its place. */
public sealed interface DocumentNode {

  FilePlace place();

  /** A text, number, boolean or null; in quotes a text even if it looks like another value. */
  record Scalar(FilePlace place, String value, boolean quoted) implements DocumentNode {

    public boolean isNull() {
      return !quoted && (value.equals("null") || value.equals("~") || value.isEmpty());
    }

    /** Null unless it is {@code true} or {@code false}. */
    public @Nullable Boolean flag() {
      if (quoted) {
        return null;
      }
      return switch (value) {
        case "true", "True", "TRUE" -> Boolean.TRUE;
        case "false", "False", "FALSE" -> Boolean.FALSE;
        default -> null;
      };
    }
  }

  record Items(FilePlace place, List<DocumentNode> all) implements DocumentNode {
    public Items {
      all = List.copyOf(all);
    }
  }

  /** Named parts, in the order of the document. */
  record Members(FilePlace place, Map<String, Member> all) implements DocumentNode {

    public Members {
      all = Collections.unmodifiableMap(new LinkedHashMap<>(all));
    }

    /** Null when there is no such member, or it is null. */
    public @Nullable DocumentNode get(String name) {
      Member member = all.get(name);
      return member == null || (member.value() instanceof Scalar text && text.isNull())
          ? null
          : member.value();
    }
  }

  /** A value and where its name stands. */
  record Member(FilePlace place, DocumentNode value) {}
}
