package io.iamplane.language.relation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.language.relation.RelationModel.Parsed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelationModelTest {

  private static Map<String, Object> type(Map<String, Object> relations, Map<String, Object> rest) {
    return Map.of("relations", relations, "permissions", rest);
  }

  private static List<String> faults(@Nullable Object types) {
    Parsed parsed = RelationModel.parse(types);
    assertThat(parsed.model() == null).isEqualTo(!parsed.faults().isEmpty());
    return parsed.faults().stream().map(ModelFault::toString).toList();
  }

  /** The faults of a model with these permissions of the type doc. */
  private static List<String> permissionFaults(Map<String, Object> permissions) {
    return faults(
        Map.of(
            "doc",
            type(Map.of("viewer", "user", "parent", "folder"), permissions),
            "folder",
            type(Map.of("viewer", "user"), Map.of())));
  }

  @Test
  void modelIsReadAndWrittenInCanonicalForm() {
    Map<String, Object> types =
        Map.of(
            "folder",
                type(
                    Map.of("parent", "folder", "viewer", "user|group#member | user:*"),
                    Map.of("read", "viewer|( parent -> read )")),
            "identity", Map.of());
    Parsed parsed = RelationModel.parse(types);
    assertThat(parsed.faults()).isEmpty();
    assertThat(parsed.model()).isNotNull();
    Map<String, Object> canonical = parsed.model().canonical();
    assertThat(canonical)
        .containsEntry(
            "folder",
            type(
                Map.of("parent", "folder", "viewer", "user | group#member | user:*"),
                Map.of("read", "viewer | parent->read")));
    assertThat(RelationModel.parse(canonical).model()).isEqualTo(parsed.model());
  }

  @Test
  void directoryTypesNeedNoDeclaration() {
    assertThat(
            faults(
                Map.of(
                    "doc",
                    type(
                        Map.of("viewer", "user | group#member | service_account | agent | group"),
                        Map.of()))))
        .isEmpty();
  }

  @Test
  void declaredDirectoryTypeTakesTheModelsDefinition() {
    assertThat(faults(Map.of("doc", type(Map.of("owner", "user"), Map.of("x", "owner->boss")))))
        .singleElement()
        .asString()
        .contains("no subject type of 'owner' has a relation or permission 'boss'");
    assertThat(
            faults(
                Map.of(
                    "doc", type(Map.of("owner", "user"), Map.of("x", "owner->boss")),
                    "user", type(Map.of("boss", "user"), Map.of()))))
        .isEmpty();
  }

  @Test
  void absentModelIsEmpty() {
    assertThat(faults(null)).isEmpty();
    assertThat(faults(Map.of())).isEmpty();
  }

  @Test
  void everyFaultIsReportedWithItsPlace() {
    assertThat(
            faults(
                Map.of(
                    "1doc", Map.of(),
                    "doc",
                        Map.of(
                            "relations", Map.of("viewer", "user |", "owner", 7),
                            "permissions", Map.of("read", "viewer &\n  | owner"),
                            "colour", "blue"),
                    "folder", List.of())))
        .containsExactlyInAnyOrder(
            "types.1doc: must be a name: letters, digits and '_', with single '-' between"
                + " them, starting with a letter or '_'; at most 64 characters",
            "types.doc.colour: unknown member; a type has only 'relations' and 'permissions'",
            "types.doc.relations.viewer (line 1, column 7): expected a type, found the end of the"
                + " expression",
            "types.doc.relations.owner: must be a string such as \"viewer | parent->can_read\"",
            "types.doc.permissions.read (line 2, column 3): expected a relation, a permission or"
                + " '(', found '|'",
            "types.folder: must be an object");
    assertThat(faults("doc")).containsExactly("types: must be an object");
  }

  @Test
  void anUnknownTypeThatIsTraversedIsOneFault() {
    assertThat(
            faults(
                Map.of(
                    "doc",
                    type(
                        Map.of("parent", "fold", "owner", "user | fold"),
                        Map.of("read", "parent->x", "write", "owner->read")))))
        .containsExactly(
            "types.doc.relations.owner (line 1, column 8): there is no type 'fold'",
            "types.doc.relations.parent (line 1, column 1): there is no type 'fold'");
  }

  @Test
  void unknownNamesAreFaults() {
    assertThat(faults(Map.of("doc", type(Map.of("v", "usr", "w", "group#members"), Map.of()))))
        .containsExactly(
            "types.doc.relations.v (line 1, column 1): there is no type 'usr'",
            "types.doc.relations.w (line 1, column 7): type 'group' has no relation or permission"
                + " 'members'");
    assertThat(permissionFaults(Map.of("read", "viewers | viewer->x | readers->x")))
        .containsExactly(
            "types.doc.permissions.read (line 1, column 1): type 'doc' has no relation or"
                + " permission 'viewers'",
            "types.doc.permissions.read (line 1, column 19): no subject type of 'viewer' has a"
                + " relation or permission 'x'",
            "types.doc.permissions.read (line 1, column 23): 'readers' is not a relation of type"
                + " 'doc'");
  }

  /** An author corrects all of them in one go. */
  @Test
  void faultsOfSyntaxHideNeitherUnknownNamesNorWhatCanNeverHold() {
    assertThat(
            permissionFaults(
                Map.of(
                    "broken", "viewer &",
                    "unknown", "viewer |\n  nowhere",
                    "never", "never & viewer",
                    "odd", "viewer - odd")))
        .containsExactlyInAnyOrder(
            "types.doc.permissions.broken (line 1, column 9): expected a relation, a permission or"
                + " '(', found the end of the expression",
            "types.doc.permissions.unknown (line 2, column 3): type 'doc' has no relation or"
                + " permission 'nowhere'",
            "types.doc.permissions.never: the name can never hold, because it is defined only by"
                + " itself",
            "types.doc.permissions.odd: the definition excludes the name itself, so it can never be resolved");
  }

  @Test
  void whatFollowsFromAFaultIsNotReportedAgain() {
    assertThat(
            faults(
                Map.of(
                    "doc",
                    type(
                        Map.of("parent", "folder |", "editor", "team#member"),
                        Map.of("read", "parent->read | edit", "edit", "can(", "own", "editor->x")),
                    "team",
                    List.of())))
        .containsExactlyInAnyOrder(
            "types.doc.relations.parent (line 1, column 9): expected a type, found the end of the"
                + " expression",
            "types.doc.permissions.edit (line 1, column 4): expected an operator or the end of"
                + " the expression, found '('",
            "types.team: must be an object");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "viewer + parent->viewer; 8; write '|' for union",
        "viewer or parent->viewer; 8; write '|' for union",
        "viewer and viewer; 8; write '&' for intersection",
        "viewer but not viewer; 8; write 'a - b' for 'a but not b'",
        "viewer not viewer; 8; write 'a - b' for 'a but not b'",
        "viewer from parent; 8; write 'b->a' for 'a from b'",
        "parent.any(viewer); 7; write 'a->b' for 'a.any(b)'",
        "parent.viewer; 7; write 'a->b'",
        "!viewer; 1; write 'a - b'"
      })
  void notationOfOtherLanguagesIsTranslated(String text, int column, String hint) {
    assertThat(permissionFaults(Map.of("read", text)))
        .singleElement()
        .asString()
        .startsWith("types.doc.permissions.read (line 1, column " + column + ")")
        .contains("; " + hint);
  }

  @Test
  void conditionsOfTypesAreTranslatedToo() {
    assertThat(permissionFaults(Map.of("read", "viewer with office_hours")))
        .singleElement()
        .asString()
        .contains("column 8")
        .contains("; list subject types and their conditions under 'relations'");
  }

  @Test
  void operatorsThatNestAreBounded() {
    assertThat(permissionFaults(Map.of("read", "viewer" + " - viewer".repeat(257))))
        .singleElement()
        .asString()
        .contains("the expression has more than 256 '&' and '-' operators");
  }

  @Test
  void onlyRelationsAreTraversed() {
    assertThat(permissionFaults(Map.of("read", "viewer", "x", "read->viewer")))
        .containsExactly(
            "types.doc.permissions.x (line 1, column 1): 'read' is a permission; only a relation"
                + " can be traversed");
  }

  @Test
  void usersetOfPermissionIsNotTraversed() {
    assertThat(
            faults(
                Map.of(
                    "doc", type(Map.of("v", "team#can"), Map.of("x", "v->y")),
                    "team", type(Map.of("m", "user"), Map.of("can", "m")))))
        .singleElement()
        .asString()
        .contains(
            "'v' cannot be traversed: it may hold for team#can, which is a permission and has no"
                + " list");
  }

  @Test
  void traversalGoesThroughUsersetsOfRelations() {
    assertThat(
            faults(
                Map.of(
                    "doc", type(Map.of("editor", "group#member"), Map.of("x", "editor->boss")),
                    "user", type(Map.of("boss", "user"), Map.of()))))
        .isEmpty();
  }

  @Test
  void nameIsRelationOrPermissionNotBoth() {
    assertThat(permissionFaults(Map.of("viewer", "parent->viewer")))
        .containsExactly("types.doc.permissions.viewer: already a relation of this type");
  }

  @Test
  void membersOfGroupsAreARelation() {
    assertThat(faults(Map.of("group", type(Map.of("a", "user"), Map.of("member", "a")))))
        .singleElement()
        .asString()
        .contains("the directory stores group members");
  }

  @ParameterizedTest
  @CsvSource({"b,a", "b & viewer,a | a", "a,viewer"})
  void permissionDefinedOnlyByItselfIsAFault(String a, String b) {
    assertThat(permissionFaults(Map.of("a", a, "b", b, "no", "no")))
        .anyMatch(fault ->
            fault.contains("the name can never hold, because it is defined only by itself"));
  }

  @Test
  void relationHoldingOnlyForItselfIsAFault() {
    assertThat(faults(Map.of("team", type(Map.of("member", "team#member"), Map.of()))))
        .singleElement()
        .asString()
        .contains("relations.member: the name can never hold");
  }

  @ParameterizedTest
  @CsvSource({"viewer - a,viewer", "viewer - b,a | viewer", "viewer - b,viewer - a"})
  void permissionExcludingItselfIsAFault(String a, String b) {
    assertThat(permissionFaults(Map.of("a", a, "b", b)))
        .anyMatch(fault ->
            fault.equals(
                "types.doc.permissions.a: the definition excludes the name itself, so it can never be resolved"));
  }

  @Test
  void ofAllCanOnlyBeAskedWhatIsAListOfObjects() {
    Map<String, Object> relations =
        Map.of(
            "in",
            "folder",
            "any",
            "folder | user:*",
            "by",
            "folder | group#member",
            "mixed",
            "folder | user");
    assertThat(
            faults(
                Map.of(
                    "doc",
                    type(
                        relations,
                        Map.of(
                            "ok", "in.all(viewer)",
                            "p", "any.all(viewer)",
                            "q", "by.all(viewer)",
                            "r", "mixed.all(viewer)",
                            "s", "in.all(nothing)")),
                    "folder",
                    type(Map.of("viewer", "user"), Map.of()),
                    "group",
                    type(Map.of("member", "user", "boss", "user"), Map.of("t", "member.all(boss)")),
                    "user",
                    type(Map.of("boss", "user"), Map.of()))))
        .containsExactlyInAnyOrder(
            "types.doc.permissions.p (line 1, column 1): 'any' may hold for user:*; '.all' requires"
                + " a relation that lists only single objects",
            "types.doc.permissions.q (line 1, column 1): 'by' may hold for group#member; '.all'"
                + " requires a relation that lists only single objects",
            "types.doc.permissions.r (line 1, column 11): 'mixed' may hold for user, which has no"
                + " relation or permission 'viewer', so not every object could have it",
            "types.doc.permissions.s (line 1, column 8): no subject type of 'in' has a relation"
                + " or permission 'nothing'",
            "types.group.permissions.t (line 1, column 1): 'member' may hold for nested groups;"
                + " '.all' requires a relation that lists only single objects");
  }

  /** An author may declare a permission that no one has. */
  @Test
  void selfAndNilNeedNoDeclaration() {
    assertThat(permissionFaults(Map.of("own", "self", "never", "nil", "some", "viewer & never")))
        .isEmpty();
    assertThat(permissionFaults(Map.of("x", "parent->self")))
        .singleElement()
        .asString()
        .contains("no subject type of 'parent' has a relation or permission 'self'");
    assertThat(permissionFaults(Map.of("x", "self->viewer")))
        .singleElement()
        .asString()
        .contains("'self' is not a relation of type 'doc'");
  }

  @Test
  void recursionThroughOtherObjectsIsNoFault() {
    assertThat(
            faults(
                Map.of(
                    "folder",
                    type(
                        Map.of("parent", "folder", "viewer", "user"),
                        Map.of("read", "viewer | parent->read", "odd", "viewer - parent->odd")))))
        .isEmpty();
  }

  @Test
  void sizesAreBounded() {
    Map<String, Object> many = new HashMap<>();
    for (int i = 0; i < 257; i++) {
      many.put("r" + i, "user");
    }
    assertThat(faults(Map.of("doc", type(many, Map.of()))))
        .containsExactly("types.doc: a type can have at most 256 relations and permissions");
    many.replaceAll((_, _) -> Map.of());
    assertThat(faults(many)).containsExactly("types: a model can have at most 256 types");
  }

  @Test
  void typeMustStandUnderItsName() {
    assertThatThrownBy(
            () -> new RelationModel(Map.of("a", new TypeDefinition("b", Map.of(), Map.of()))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void wildcardHasNoRelation() {
    assertThatThrownBy(() -> new SubjectType("user", "x", true))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
