package io.iamplane.migrate.target;

import io.iamplane.language.relation.RelationModel;
import io.iamplane.migrate.PeerExpression.Direct;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerRelation;
import io.iamplane.migrate.PeerSubject;
import io.iamplane.migrate.PeerType;
import io.iamplane.shared.SubjectRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of types, relations and permissions here; the same for the same model. */
final class TargetNames {

  private static final int MAX_NAME = 64;
  private static final String MEMBER = "member";

  /** The kinds of members in the directory: single accounts, everyone, groups by their members. */
  private static final Set<String> MEMBERS =
      Set.of("user", "service_account", "agent", "user:*", "group#member");

  private final Map<String, String> types = new HashMap<>();
  private final Map<String, Map<String, String>> names = new HashMap<>();

  /** Makes the names; the prefix, which may be empty, is for types that not every model has. */
  TargetNames(PeerModel model, String prefix, ImportReport report) {
    Set<String> taken = new HashSet<>(RelationModel.builtInTypes());
    for (PeerType type : model.types().values()) {
      if (keepsItsName(type, prefix)) {
        types.put(type.name(), type.name());
        taken.add(type.name());
      }
    }
    for (PeerType type : model.types().values()) {
      if (!types.containsKey(type.name())) {
        String wished = prefix + type.name();
        String name =
            RelationModel.isName(wished) && taken.add(wished) ? wished : unique(wished, taken);
        types.put(type.name(), name);
        report.note(
            type.place(),
            isOtherGroup(type)
                ? "type 'group' is renamed to '%s': the directory stores group members,"
                        .formatted(name)
                    + " and this type also has other members"
                : "type '%s' is renamed to '%s'".formatted(type.name(), name));
      }
      names(type, report);
    }
  }

  private static boolean keepsItsName(PeerType type, String prefix) {
    return RelationModel.isName(type.name())
        && !isOtherGroup(type)
        && (prefix.isEmpty() || RelationModel.builtInTypes().contains(type.name()));
  }

  private void names(PeerType type, ImportReport report) {
    Map<String, String> own = new HashMap<>();
    Set<String> taken = new HashSet<>();
    for (String name : type.relations().keySet()) {
      if (RelationModel.isName(name)) {
        own.put(name, name);
        taken.add(name);
      }
    }
    for (PeerRelation relation : type.relations().values()) {
      if (!own.containsKey(relation.name())) {
        String name = unique(relation.name(), taken);
        own.put(relation.name(), name);
        report.note(
            relation.place(),
            "'%s' of type '%s' is renamed to '%s'".formatted(relation.name(), type.name(), name));
      }
    }
    names.put(type.name(), own);
  }

  /** Returns true for a group with members that the directory could not hold. */
  private static boolean isOtherGroup(PeerType type) {
    PeerRelation member = type.relations().get(MEMBER);
    return type.name().equals(SubjectRef.GROUP)
        && member != null
        && !(member.expression() instanceof Direct
            && member.subjects().stream().map(PeerSubject::kind).allMatch(MEMBERS::contains));
  }

  private static String unique(String text, Set<String> taken) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < text.length() && name.length() < MAX_NAME - 8; i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      boolean digit = c >= '0' && c <= '9';
      name.append(letter || (digit && !name.isEmpty()) ? c : '_');
    }
    String base = name.isEmpty() ? "_" : name.toString();
    String unique = base;
    for (int i = 2; !taken.add(unique); i++) {
      unique = base + "_" + i;
    }
    return unique;
  }

  /** The name of a type here; null if the model has no such type. */
  @Nullable String type(String type) {
    return types.get(type);
  }

  /** A name of a type here; null if the type has no such name. */
  @Nullable String name(String type, String name) {
    return names.getOrDefault(type, Map.of()).get(name);
  }

  /** A further name for a type, which nothing else of it has. */
  String further(PeerType type, String wish) {
    Map<String, String> own = names.computeIfAbsent(type.name(), _ -> new HashMap<>());
    String name = unique(wish, new HashSet<>(own.values()));
    own.put("\0" + name, name);
    return name;
  }

  /** Returns true for the membership of groups, which the directory keeps. */
  static boolean isMembership(String targetType, String targetName) {
    return targetType.equals(SubjectRef.GROUP) && targetName.equals(MEMBER);
  }
}
