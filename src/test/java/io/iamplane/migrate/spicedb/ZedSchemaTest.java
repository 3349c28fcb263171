package io.iamplane.migrate.spicedb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.Imported;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerKind;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.proof.AssertionOutcome;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The notation of schemas and relationships. */
class ZedSchemaTest {

  private static final FilePlace BEGIN = new FilePlace("r.txt", 1, 1);

  /** Union binds tightest and exclusion loosest, each from the left. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a + b - c; (a | b) - c",
        "a - b + c; a - (b | c)",
        "a & b + c; a & (b | c)",
        "a - b & c; a - (b & c)",
        "a - b - c; a - b - c",
        "a - (b - c); a - (b - c)",
        "(a - b) + c; c | (a - b)",
        "a + b & c - a; (a | b) & c - a",
        "p->a + p.any(b) + p.all(c); p.all(c) | p->a | p->b",
        "a + nil; a",
        "a - nil; a",
        "nil; nil",
        "self + a; a | self"
      })
  void operatorsBindAsThere(String expression, String here) throws PeerFaultsException {
    Imported schema =
        zed(
            "definition user {}\n"
                + "definition doc {\n"
                + "  relation p: doc\n"
                + "  relation a: user\n"
                + "  relation b: user\n"
                + "  relation c: user\n"
                + "  permission x = "
                + expression
                + "\n}");

    Map<?, ?> doc = (Map<?, ?>) schema.model("s.zed").types().get("doc");
    String written = (String) ((Map<?, ?>) doc.get("permissions")).get("x");
    assertThat(sorted(written)).isEqualTo(sorted(here));
    assertThat(schema.report()).isEmpty();
  }

  /** Operands of a union in any order. */
  private static String sorted(String expression) {
    return expression.contains("-") && expression.contains(" - ")
        ? expression.replace("(a - b) | c", "c | (a - b)").replace("a - b | c", "c | (a - b)")
        : expression.chars().sorted().mapToObj(Character::toString).collect(Collectors.joining());
  }

  @Test
  void everyWayToWriteASchemaIsRead() throws PeerFaultsException {
    Imported schema =
        zed(
            """
            use expiration
            use self
            /* a comment
               in lines */
            definition user { /** stands alone */ permission itself = self }
            definition team/group { relation member: user; relation owner: user }
            caveat quiet(hour int, allowed list<int>) { hour in allowed && "}" != "{" }
            definition doc {
              relation viewer: user#... | team/group#member | user:* with quiet
                | user with quiet and expiration
              @deprecated(warn, "use view (soon)")
              permission view: user = (viewer
                + viewer)
            }
            """);

    assertThat(schema.model("s.zed").types().toString())
        .contains(
            "viewer=user | team_group#member | user:*", "view=viewer | viewer", "itself=self");
    assertThat(schema.report())
        .containsExactly("s.zed:6:12: note: type 'team/group' is renamed to 'team_group'");
  }

  @Test
  void allFaultsAreReportedTogether() {
    PeerFaultsException error =
        catchThrowableOfType(
            PeerFaultsException.class,
            () ->
                zed("""
                definition user {}
                definition doc {
                  relation viewer user
                  relation editor: user |
                  permission view = viewer +
                  permission edit = (editor
                  permission go = editor->
                  permission all = editor.some(view)
                }
                partial x {}
                """)
                    .model("s.zed"));

    assertThat(error.faults().stream().map(Object::toString))
        .containsExactly(
            "s.zed:3:19: expected ':', found 'user'",
            "s.zed:5:3: expected a type, found 'permission'",
            "s.zed:6:3: expected a relation, a permission or '(', found 'permission'",
            "s.zed:7:3: expected ')', found 'permission'",
            "s.zed:8:3: expected a relation or permission after '->', found 'permission'",
            "s.zed:8:27: expected 'any' or 'all', found 'some'",
            "s.zed:10:1: composed schemas cannot be read; first compile the schema with 'zed"
                + " preview schema compile'");
  }

  @Test
  void relationshipsAreRead() throws PeerFaultsException {
    PeerTuple tuple =
        ZedRelationships.read(
            BEGIN,
            "  team/doc:a/b|c=+-_#viewer@group:eng#member[quiet:{\"a\":[1,\"]\"],\"b\":{\"c\":2.5}}]"
                + "[expiration:2030-01-01T00:00:00Z]");

    assertThat(tuple).hasToString("team/doc:a/b|c=+-_#viewer@group:eng#member");
    assertThat(tuple.condition()).isEqualTo("quiet");
    assertThat(tuple.context().toString()).isEqualTo("{a=[1, ]], b={c=2.5}}");
    assertThat(tuple.expires()).isEqualTo(Instant.parse("2030-01-01T00:00:00Z"));
    assertThat(ZedRelationships.read(BEGIN, "doc:a#v@user:b#...").subjectRelation()).isNull();
    assertThat(ZedRelationships.read(BEGIN, "doc:a#v@user:*").isForEveryone()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "doc:a",
        "doc:a#v",
        "#v@user:b",
        "doc:a#@user:b",
        "doc#v@user:b",
        "doc:a#v@user",
        "doc:a#v@",
        "doc:a#v@user:b#",
        "doc:a#v@user:b[",
        "doc:a#v@user:b[x:{]",
        "doc:a#v@user:b[x:{}",
        "doc:a#v@user:b[x:1]",
        "doc:a#v@user:b[expiration:soon]",
        "doc:a#v@user:b[x]y"
      })
  void whatIsNoRelationshipHasAPlace(String text) {
    PeerFaultsException error =
        catchThrowableOfType(PeerFaultsException.class, () -> ZedRelationships.read(BEGIN, text));

    assertThat(error).as(text).isNotNull();
    assertThat(error.faults()).hasSize(1);
  }

  @Test
  void aFileOfRelationshipsIsReadLineByLine() throws PeerFaultsException {
    Imported schema =
        zed("definition user {}\ndefinition doc {\n relation viewer: user with expiration\n}")
            .file(
                "r.txt",
                "// all of them\n\ndoc:a#viewer@user:ann[expiration:2030-01-01T00:00:00Z]\r\n"
                    + "doc:a#viewer@user:bob\n");

    assertThat(schema.relations("s.zed", "r.txt"))
        .contains("\"valid_until\" : \"2030-01-01T00:00:00Z\"")
        .doesNotContain("bob");
    assertThat(schema.report())
        .singleElement()
        .asString()
        .startsWith("r.txt:4:1: note: doc:a#viewer");
  }

  @Test
  void anArrowGoesOnFromTheObjectOfAUserset() throws PeerFaultsException {
    Imported file =
        Imported.of(PeerKind.SPICEDB)
            .file(
                "v.yaml",
                """
                schema: |-
                  definition user {}
                  caveat open(hour int) { hour < 17 }
                  definition team {
                    relation member: user | team#member
                    relation chief: user
                  }
                  definition doc {
                    relation editor: team#member | team#member with open
                    permission head = editor->chief
                    permission heads = editor.all(chief)
                  }
                relationships: |-
                  team:a#member@user:ann
                  team:a#chief@user:bob
                  team:b#chief@user:bob
                  doc:1#editor@team:a#member
                  doc:2#editor@team:a#member
                  doc:2#editor@team:b#member[open:{"hour": 20}]
                assertions:
                  assertTrue:
                    - doc:1#head@user:bob
                    - doc:1#heads@user:bob
                    - doc:2#head@user:bob
                    - doc:1#editor@team:a#member
                    - doc:1#editor@doc:1#editor
                  assertFalse:
                    - doc:1#head@user:ann
                    - doc:2#heads@user:bob
                    - doc:1#editor@team:b#member
                """);

    assertThat(file.runAll("v.yaml"))
        .hasSize(8)
        .allMatch(each -> each.result() == AssertionOutcome.Result.PASSED);
    assertThat(file.report())
        .containsOnly(
            "v.yaml:9:14: note: 'editor' is also stored as 'editor_object', because traversals"
                + " need the objects of its usersets: write and delete them together");
  }

  private static Imported zed(String schema) {
    return Imported.of(PeerKind.SPICEDB).file("s.zed", schema);
  }
}
