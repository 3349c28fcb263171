package io.iamplane.language.relation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.language.relation.RelationModel.Parsed;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A name that is a relation and follows from other names as well. */
class MixedRelationTest {

  private static Parsed parse(String viewer) {
    return RelationModel.parse(
        Map.of(
            "doc",
            Map.of(
                "relations",
                Map.of(
                    "viewer", viewer,
                    "writer", "user",
                    "blocked", "user",
                    "parent", "folder",
                    "folder", "folder",
                    "allowed", "user"),
                "permissions",
                Map.of("read", "viewer")),
            "folder",
            Map.of("relations", Map.of("viewer", "user"))));
  }

  private static RelationModel model(String viewer) {
    Parsed parsed = parse(viewer);
    assertThat(parsed.faults()).isEmpty();
    return Objects.requireNonNull(parsed.model());
  }

  private static TypeDefinition doc(RelationModel model) {
    return Objects.requireNonNull(model.type("doc"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "user | writer; [user] | writer; user",
        "[user] | writer; [user] | writer; user",
        "writer | user; writer | [user]; user",
        "user|group#member|writer|parent->viewer;"
            + " [user | group#member] | writer | parent->viewer; user | group#member",
        "[user | group#member] | writer | parent->viewer;"
            + " [user | group#member] | writer | parent->viewer; user | group#member",
        "user | writer | user:*; [user | user:*] | writer; user | user:*",
        "[user] | writer | [user:*]; [user | user:*] | writer; user | user:*",
        "([user] | writer) & allowed; ([user] | writer) & allowed; user",
        "(user | writer) & allowed; ([user] | writer) & allowed; user",
        "[user] - blocked; [user] - blocked; user",
        "user - blocked; [user] - blocked; user",
        "allowed & [user#read | user]; allowed & [user#read | user]; user#read | user",
        "[folder] | folder; [folder] | folder; folder",
        "[user] | viewer; [user] | viewer; user",
        "user | self; [user] | self; user",
        "[user] & nil; [user] & nil; user"
      })
  void textIsReadAndWrittenInCanonicalForm(String text, String canonical, String stored) {
    Parsed parsed =
        RelationModel.parse(
            Map.of(
                "user",
                Map.of("permissions", Map.of("read", "boss"), "relations", Map.of("boss", "user")),
                "doc",
                Map.of(
                    "relations",
                    Map.of(
                        "viewer", text,
                        "writer", "user",
                        "blocked", "user",
                        "parent", "folder",
                        "folder", "folder",
                        "allowed", "user")),
                "folder",
                Map.of("relations", Map.of("viewer", "user"))));
    assertThat(parsed.faults()).isEmpty();
    RelationModel model = Objects.requireNonNull(parsed.model());
    assertThat(doc(model).isMixed("viewer")).isTrue();
    assertThat(SubjectType.canonical(doc(model).relations().get("viewer"))).isEqualTo(stored);
    Map<?, ?> doc = (Map<?, ?>) Objects.requireNonNull(model.canonical().get("doc"));
    assertThat((Map<?, ?>) doc.get("relations")).extracting("viewer").isEqualTo(canonical);
    assertThat((Map<?, ?>) doc.get("permissions")).isEmpty();
    assertThat(RelationModel.parse(model.canonical()).model()).isEqualTo(model);
  }

  /** Models from before relations had expressions keep their meaning. */
  @ParameterizedTest
  @CsvSource({
    "folder,folder",
    "user | folder,user | folder",
    "[user],user",
    "[user | group#member],user | group#member"
  })
  void listOfTypesStaysAList(String text, String canonical) {
    RelationModel model = model(text);
    assertThat(doc(model).isMixed("viewer")).isFalse();
    assertThat(SubjectType.canonical(doc(model).relations().get("viewer"))).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "user | folder | writer; 1, column 8; 'folder' is both a type and a relation or"
            + " permission of this type; write subject types in brackets, as in [folder]",
        "folder & allowed; 1, column 1; 'folder' is both a type and a relation or permission",
        "writer; 1, column 1; the relation lists no subject types; declare an expression"
            + " without them under 'permissions'",
        "writer & allowed; 1, column 1; the relation lists no subject types",
        "[user] & [group#member]; 1, column 11; subject types are listed in two places; list"
            + " them once, in brackets",
        "user & (allowed | user:*); 1, column 19; subject types are listed in two places",
        "[user] | group#member; 1, column 10; all subject types must be listed in the brackets",
        "[user | writer; 1, column 15; expected '|' or ']', found the end of the expression",
        "[]; 1, column 2; expected a type, found ']'",
        "[user, group]; 1, column 6; write '|' for union",
        "[user] or writer; 1, column 8; write '|' for union",
        "[user] but not blocked; 1, column 8; write 'a - b'",
        "[user] | viewer from parent; 1, column 17; write 'b->a'",
        "[usr] | writer; 1, column 2; there is no type 'usr'",
        "[user] | writers; 1, column 10; type 'doc' has no relation or permission 'writers'",
        "user | usr | writer; 1, column 8; type 'doc' has no relation or permission 'usr'",
        "user | parent->nothing; 1, column 16; no subject type of 'parent' has a relation",
        "[user] - viewer; 0; excludes the name itself"
      })
  void faultsNameTheirPlace(String text, String place, String message) {
    String line = place.equals("0") ? ":" : " (line " + place + "):";
    assertThat(parse(text).faults())
        .singleElement()
        .asString()
        .startsWith("types.doc.relations.viewer" + line)
        .contains(message);
  }

  @Test
  void whatRestsOnItselfCanNeverHold() {
    assertThat(parse("viewer & [user]").faults())
        .extracting(ModelFault::toString)
        .containsExactlyInAnyOrder(
            "types.doc.relations.viewer: the name can never hold, because it is defined only by"
                + " itself",
            "types.doc.permissions.read: the name can never hold, because it is defined only by"
                + " itself");
  }

  @Test
  void bracketsStandInNoPermission() {
    assertThat(
            RelationModel.parse(
                    Map.of("doc", Map.of("permissions", Map.of("read", "[user] | read"))))
                .faults())
        .singleElement()
        .asString()
        .contains("types.doc.permissions.read (line 1, column 1)")
        .contains("; list subject types under 'relations'");
  }

  /** Its stored relations are incomplete; OpenFGA and SpiceDB refuse the traversal too. */
  @Test
  void itIsNotTraversed() {
    Map<String, Object> folder =
        Map.of("relations", Map.of("owner", "user", "viewer", "[user] | owner"));
    assertThat(
            faults(
                folder,
                Map.of(
                    "relations",
                    Map.of("seen", "folder#viewer"),
                    "permissions",
                    Map.of("x", "seen->boss"))))
        .singleElement()
        .asString()
        .contains(
            "'seen' cannot be traversed: it may hold for folder#viewer, which is also computed from"
                + " other names and has");
    assertThat(
            faults(
                folder,
                Map.of(
                    "relations",
                    Map.of("in", "folder", "other", "folder | in"),
                    "permissions",
                    Map.of("x", "other->viewer"))))
        .containsExactly(
            "types.doc.permissions.x (line 1, column 1): 'other' is also computed from other names;"
                + " only a relation that consists of subject types can be traversed");
  }

  @Test
  void membersOfGroupsAreNotMixed() {
    Parsed parsed =
        RelationModel.parse(
            Map.of("group", Map.of("relations", Map.of("lead", "user", "member", "user | lead"))));
    assertThat(parsed.faults())
        .singleElement()
        .asString()
        .startsWith("types.group.relations.member: the directory stores group members");
  }

  private static List<String> faults(Map<String, Object> folder, Map<String, Object> doc) {
    Map<String, Object> user = Map.of("relations", Map.of("boss", "user"));
    return RelationModel.parse(Map.of("folder", folder, "doc", doc, "user", user)).faults().stream()
        .map(ModelFault::toString)
        .toList();
  }
}
