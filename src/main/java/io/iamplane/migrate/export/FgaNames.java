package io.iamplane.migrate.export;

import io.iamplane.shared.SubjectRef;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names and ids that OpenFGA accepts (its API's patterns, and the words of its DSL). */
final class FgaNames {

  private static final int MAX_RELATION = 50;
  private static final int MAX_OBJECT = 256;
  private static final Set<String> WORDS =
      Set.of("and", "but", "condition", "define", "from", "not", "or", "self", "this", "with");

  /** Words that begin a line of a model, or stand in one. */
  private static final Set<String> KEYWORDS =
      Set.of("extend", "model", "module", "relation", "relations", "schema", "type");

  private static final Set<String> TYPE_WORDS =
      Set.of(
          "bool",
          "double",
          "duration",
          "int",
          "ipaddress",
          "list",
          "map",
          "string",
          "timestamp",
          "uint");

  private FgaNames() {}

  /** The reason against a name for a condition; null if absent. */
  static @Nullable String conditionFault(String name) {
    return KEYWORDS.contains(name) || isTypeWord(name)
        ? "'" + name + "' is a keyword of the OpenFGA DSL"
        : fault(name);
  }

  static boolean isTypeWord(String name) {
    return TYPE_WORDS.contains(name);
  }

  /** The reason against a name for a relation; null if absent. */
  static @Nullable String fault(String name) {
    if (name.length() > MAX_RELATION) {
      return "an OpenFGA name can have at most 50 characters";
    }
    return isWord(name) ? "'" + name + "' is a keyword of the OpenFGA DSL" : null;
  }

  static boolean isWord(String name) {
    return WORDS.contains(name);
  }

  /** The reason against the name of an object; null if absent. */
  static @Nullable String fault(SubjectRef ref) {
    String id = ref.id();
    boolean odd =
        id.chars().anyMatch(c -> c == '#' || c == ':' || c == '*' || Character.isWhitespace(c));
    if (odd && !id.equals("*")) {
      return "an OpenFGA id must not contain '#', ':', '*' or white space: " + ref;
    }
    return ref.toString().length() > MAX_OBJECT
        ? "an OpenFGA type and id can have at most 256 characters together"
        : null;
  }
}
