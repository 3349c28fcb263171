package io.iamplane.language.relation;

import java.util.List;
import java.util.Map;

/**
 * The types that the directory gives to every model, so that an author need not repeat them. A
 * model that declares one of them replaces it, but a group's members are the directory's always.
 */
final class DirectoryTypes {

  static final String GROUP = "group";
  static final String MEMBER = "member";

  static final Map<String, TypeDefinition> UNDECLARED =
      Map.of(
          "user",
          new TypeDefinition("user", Map.of(), Map.of()),
          "service_account",
          new TypeDefinition("service_account", Map.of(), Map.of()),
          "agent",
          new TypeDefinition("agent", Map.of(), Map.of()),
          GROUP,
          new TypeDefinition(
              GROUP,
              Map.of(
                  MEMBER,
                  List.of(
                      SubjectType.of("user"),
                      SubjectType.of("service_account"),
                      SubjectType.of("agent"),
                      SubjectType.userset(GROUP, MEMBER))),
              Map.of()));

  private DirectoryTypes() {}

  static boolean isMembership(String type, String name) {
    return type.equals(GROUP) && name.equals(MEMBER);
  }
}
