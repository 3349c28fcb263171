package io.iamplane.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.migrate.target.ManifestFileText;
import org.junit.jupiter.api.Test;

/** Parts that cannot be imported are reported, and never allow more. */
class LossesTest {

  /** There it goes on from the userset's object, so that is stored too. */
  @Test
  void aTraversalOfUsersetsGoesOnFromTheirObjects() throws PeerFaultsException {
    Imported model =
        fga(
            """
            type folder
              relations
                define viewer: [user]
            type doc
              relations
                define parent: [folder, folder#viewer]
                define owner: [user]
                define viewer: owner or viewer from parent
                define outsider: [user] but not viewer
                define insider: [user] and viewer
            """);

    model.file(
        "t.yaml",
        """
        - {user: "folder:a", relation: parent, object: "doc:1"}
        - {user: "folder:a#viewer", relation: parent, object: "doc:1"}
        """);

    assertThat(ManifestFileText.of("m", model.model("m.fga")))
        .contains(
            "parent: \"folder | folder#viewer\"",
            "parent_object: \"folder\"",
            "parent_object_2: \"folder\"",
            "viewer: \"owner | parent_object->viewer | parent_object_2->viewer\"",
            "outsider: \"[user] - viewer\"",
            "insider: \"[user] & viewer\"");
    assertThat(model.relations("m.fga", "t.yaml"))
        .contains(
            "\"relation\" : \"parent\",\"subject_type\" : \"folder\",\"subject_id\" : \"a\"}",
            "\"subject_id\" : \"a\",\"subject_relation\" : \"viewer\"}",
            "\"relation\" : \"parent_object\",\"subject_type\" : \"folder\",\"subject_id\" :"
                + " \"a\"}",
            "\"relation\" : \"parent_object_2\",\"subject_type\" : \"folder\",\"subject_id\" :"
                + " \"a\"}");
    assertThat(model.report())
        .containsOnly(
            "m.fga:9:12: note: 'parent' is also stored as 'parent_object', 'parent_object_2',"
                + " because traversals need the objects of its usersets: write and delete them together");
  }

  /** One relation that stores an object in two ways could not tell their conditions apart. */
  @Test
  void allOverSeveralWaysToOneObjectHoldsForNoOne() throws PeerFaultsException {
    Imported model =
        Imported.of(PeerKind.SPICEDB)
            .file(
                "m.zed",
                """
                definition user {}
                definition area {
                  relation guard: user
                  relation chief: user
                }
                definition doc {
                  relation area: area#guard | area#chief
                  relation owner: user
                  permission enter = area.all(guard) + owner
                  permission outside = owner - area.all(guard)
                }
                """);

    assertThat(ManifestFileText.of("m", model.model("m.zed")))
        .contains("enter: \"owner\"", "outside: \"nil\"");
    assertThat(model.report())
        .anyMatch(
            line -> line.startsWith("m.zed:9:") && line.contains("'all' cannot combine them"));
  }

  @Test
  void allOverConditionsIsBrought() throws PeerFaultsException {
    Imported model =
        Imported.of(PeerKind.SPICEDB)
            .file(
                "m.zed",
                """
                caveat open(hour int) { hour < 17 }
                definition user {}
                definition area {
                  relation guard: user
                }
                definition doc {
                  relation area: area | area with open
                  relation owner: user
                  permission enter = area.all(guard) + owner
                  permission outside = owner - area.all(guard)
                  permission any = area->guard
                }
                """);

    assertThat(ManifestFileText.of("m", model.model("m.zed")))
        .contains(
            "enter: \"area.all(guard) | owner\"",
            "outside: \"owner - area.all(guard)\"",
            "any: \"area->guard\"");
    assertThat(model.report()).isEmpty();
  }

  @Test
  void aConditionThatCannotBeWrittenStopsItsRelations() throws PeerFaultsException {
    Imported model =
        fga(
            """
            type doc
              relations
                define banned: [user with odd]
                define viewer: [user] but not banned
            condition odd(x: uint) { x - 1u == 4u }
            """);
    model.file(
        "t.yaml",
        """
        - {user: "user:ann", relation: banned, object: "doc:a", condition: {name: odd, context: {x: 5}}}
        - {user: "user:ann", relation: banned, object: "doc:a"}
        - {user: "user:bob", relation: viewer, object: "doc:a"}
        """);

    assertThat(model.relations("m.fga", "t.yaml")).contains("bob").doesNotContain("banned");
    assertThat(model.report())
        .anyMatch(line -> line.startsWith("t.yaml:1:") && line.contains("refused"))
        .anyMatch(line ->
            line.startsWith("t.yaml:2:") && line.contains("note: doc:a#banned@user:ann: left out"));
  }

  /** Without it the request would give the value: more would be allowed. */
  @Test
  void aStoredNullStopsItsRelation() throws PeerFaultsException {
    Imported openfga =
        fga(
            """
            type doc
              relations
                define viewer: [user with same, user with listed]
            condition same(x: string, y: string) { x == y }
            condition listed(all: list<string>, y: string) { y in all }
            """);
    openfga.file(
        "t.yaml",
        """
        - {user: "user:ann", relation: viewer, object: "doc:a", condition: {name: same, context: {x: null}}}
        - {user: "user:bob", relation: viewer, object: "doc:a", condition: {name: listed, context: {all: [a, null]}}}
        - {user: "user:cem", relation: viewer, object: "doc:a", condition: {name: same, context: {x: a}}}
        """);
    assertThat(openfga.relations("m.fga", "t.yaml")).contains("cem").doesNotContain("ann", "bob");
    assertThat(openfga.report())
        .containsExactly(
            "t.yaml:1:3: refused: doc:a#viewer@user:ann: the value of 'x' for condition 'same'"
                + " must not be or contain null",
            "t.yaml:2:3: refused: doc:a#viewer@user:bob: the value of 'all' for condition 'listed'"
                + " must not be or contain null");

    Imported spicedb =
        Imported.of(PeerKind.SPICEDB)
            .file(
                "m.zed",
                """
                caveat same(x string, y string) { x == y }
                caveat deep(x map<any>, y string) { x.a == y }
                definition user {}
                definition doc {
                  relation viewer: user with same | user with deep
                }
                """)
            .file(
                "t.txt",
                """
                doc:a#viewer@user:ann[same:{"x": null}]
                doc:a#viewer@user:bob[deep:{"x": {"a": [1, null]}}]
                doc:a#viewer@user:cem[same:{"x": "a"}]
                """);
    assertThat(spicedb.relations("m.zed", "t.txt")).contains("cem").doesNotContain("ann", "bob");
    assertThat(spicedb.report())
        .containsExactly(
            "t.txt:1:1: refused: doc:a#viewer@user:ann: the value of 'x' for condition 'same'"
                + " must not be or contain null",
            "t.txt:2:1: refused: doc:a#viewer@user:bob: the value of 'x' for condition 'deep'"
                + " must not be or contain null");
  }

  @Test
  void namesThatMeanSomethingElseHereAreCalledOtherwise() throws PeerFaultsException {
    Imported model =
        fga(
            """
            type group
              relations
                define owner: [user]
                define member: [user] or owner
            type my.doc
              relations
                define can.read: [user, group#member]
            """);
    model.file(
        "t.json",
        "[{\"user\": \"group:a#member\", \"relation\": \"can.read\", \"object\": \"my.doc:x\"}]");

    assertThat(model.relations("m.fga", "t.json"))
        .contains(
            "\"object_type\" : \"my_doc\"",
            "\"relation\" : \"can_read\"",
            "\"subject_type\" : \"group_2\"",
            "\"subject_relation\" : \"member\"");
    assertThat(model.report())
        .hasSize(3)
        .anyMatch(
            line -> line.contains("type 'group' is renamed to 'group_2': the directory stores"))
        .anyMatch(line -> line.contains("type 'my.doc' is renamed to 'my_doc'"))
        .anyMatch(line -> line.contains("'can.read' of type 'my.doc' is renamed to 'can_read'"));
  }

  @Test
  void theWrittenFileOfRelationsIsAlwaysTheSame() throws PeerFaultsException {
    Imported model =
        fga(
            """
            type doc
              relations
                define viewer: [user, user:*, user with until]
            condition until(now: timestamp, end: timestamp, level: int) { now < end && level > 2 }
            """);
    model.file(
        "t.yaml",
        """
        tuples:
          - key: {user: "user:ann", relation: viewer, object: "doc:a"}
            timestamp: 2022-04-22T15:42:51.341Z
          - key: {user: "user:*", relation: viewer, object: "doc:b"}
          - {user: "user:ann", relation: viewer, object: "doc:c", condition: {name: until, context: {end: "2030-01-01T00:00:00Z"}}}
        """);

    assertThat(model.relations("m.fga", "t.yaml"))
        .isEqualTo(
            """
            {"objects" : [
              {"type" : "user","id" : "ann"}
            ],"relations" : [
              {"object_type" : "doc","object_id" : "a","relation" : "viewer","subject_type" : "user","subject_id" : "ann"},
              {"object_type" : "doc","object_id" : "b","relation" : "viewer","subject_type" : "user","subject_id" : "*"},
              {"object_type" : "doc","object_id" : "c","relation" : "viewer","subject_type" : "user","subject_id" : "ann","named_condition" : {"name" : "until","values" : {"end" : "2030-01-01T00:00:00Z"}}}
            ]}
            """);
    assertThat(model.report()).isEmpty();
  }

  /** The directory keeps memberships, which name no condition of a model. */
  @Test
  void aMembershipCarriesItsConditionWrittenOut() throws PeerFaultsException {
    Imported model =
        fga(
            """
            type group
              relations
                define member: [user, user with until]
            condition until(now: timestamp, end: timestamp, level: int) { now < end && level > 2 }
            """);
    model.file(
        "t.yaml",
        """
        - {user: "user:ann", relation: member, object: "group:a", condition: {name: until, context: {end: "2030-01-01T00:00:00Z"}}}
        """);

    assertThat(model.relations("m.fga", "t.yaml"))
        .contains(
            "\"condition\" : \"timestamp(context.now) < timestamp(\\\"2030-01-01T00:00:00Z\\\") &&"
                + " int(context.level) > 2\"");
    assertThat(model.report()).isEmpty();
  }

  /**
   * Keys, nested values, numbers that are written as texts there, and names of parameters in texts.
   */
  @Test
  void aMembershipCarriesMapsWrittenOut() throws PeerFaultsException {
    Imported model =
        fga(
            """
            type group
              relations
                define member: [user, user with plan, user with free]
            condition plan(limits: map<int>, tier: string, need: int) { limits[tier] >= need && {"tier": tier}.tier != "" }
            condition free(free: any) { free == {"a": [1, {"b": true}]} }
            """);
    model.file(
        "t.yaml",
        """
        - {user: "user:ann", relation: member, object: "group:a", condition: {name: plan, context: {limits: {gold: "1000", 'sil"ver': -5}}}}
        - {user: "user:bob", relation: member, object: "group:a", condition: {name: plan, context: {limits: {}, tier: gold}}}
        - {user: "user:cem", relation: member, object: "group:a", condition: {name: free, context: {free: {a: [1, {b: true}]}}}}
        """);

    assertThat(model.relations("m.fga", "t.yaml").replace("\\\"", "'"))
        .contains(
            "\"condition\" : \"{'gold': 1000, 'sil\\\\'ver': (-5)}[context.tier] >="
                + " int(context.need) && {'tier': context.tier}.tier != ''\"")
        .contains(
            "\"condition\" : \"{}['gold'] >= int(context.need) && {'tier': 'gold'}.tier != ''\"")
        .contains("\"condition\" : \"{'a': [1, {'b': true}]} == {'a': [1, {'b': true}]}\"");
    assertThat(model.report()).isEmpty();
  }

  @Test
  void aMembershipWhoseMapIsNotOfItsTypeIsRefused() throws PeerFaultsException {
    Imported model =
        fga(
            """
            type group
              relations
                define member: [user, user with plan]
            condition plan(limits: map<int>) { limits["a"] >= 1 }
            """);
    model.file(
        "t.yaml",
        """
        - {user: "user:ann", relation: member, object: "group:a", condition: {name: plan, context: {limits: {a: many}}}}
        """);

    assertThat(model.relations("m.fga", "t.yaml")).doesNotContain("context");
    assertThat(model.report())
        .anyMatch(line ->
            line.contains(
                "the value of 'limits' for condition 'plan' cannot be written as map<int>"));
  }

  private static Imported fga(String types) {
    return Imported.openfga("m.fga", "model\n  schema 1.1\ntype user\n" + types);
  }
}
