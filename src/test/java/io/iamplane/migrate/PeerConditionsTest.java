package io.iamplane.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.migrate.proof.AssertionOutcome;
import io.iamplane.migrate.proof.AssertionOutcome.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Conditions of OpenFGA and caveats of SpiceDB, with their own tests. */
class PeerConditionsTest {

  private static final String STORE =
      """
      model: |
        model
          schema 1.1
        type user
        type doc
          relations
            define viewer: [user, user with limit, user:* with inside, user with either]
            define banned: [user with limit]
            define can_read: viewer but not banned
        condition limit(amount: int, max: int) { amount <= max }
        condition inside(ip: ipaddress, network: string) { ip.in_cidr(network) }
        condition either(admin: bool, tags: list<string>, extra: map<string>) {
          admin || tags.exists(t, t == extra["tag"])
        }
      tuples:
        - {user: "user:ann", relation: viewer, object: "doc:a", condition: {name: limit, context: {max: 100}}}
        - {user: "user:text", relation: viewer, object: "doc:a", condition: {name: limit, context: {max: "100"}}}
        - {user: "user:bob", relation: viewer, object: "doc:a"}
        - {user: "user:bob", relation: banned, object: "doc:a", condition: {name: limit, context: {max: 10}}}
        - {user: "user:*", relation: viewer, object: "doc:b", condition: {name: inside, context: {network: "10.0.0.0/8"}}}
        - {user: "user:cem", relation: viewer, object: "doc:c", condition: {name: either, context: {extra: {tag: red}}}}
      tests:
        - name: conditions
          check:
            - {user: "user:ann", object: "doc:a", context: {amount: 100}, assertions: {can_read: true}}
            - {user: "user:ann", object: "doc:a", context: {amount: 101}, assertions: {can_read: false}}
            - {user: "user:ann", object: "doc:a", context: {amount: 500, max: 1000}, assertions: {can_read: false}}
            - {user: "user:text", object: "doc:a", context: {amount: 100}, assertions: {can_read: true}}
            - {user: "user:bob", object: "doc:a", context: {amount: 5}, assertions: {can_read: false}}
            - {user: "user:bob", object: "doc:a", context: {amount: 11}, assertions: {can_read: true}}
            - {user: "user:eve", object: "doc:b", context: {ip: "10.2.3.4"}, assertions: {can_read: true}}
            - {user: "user:eve", object: "doc:b", context: {ip: "8.8.8.8"}, assertions: {can_read: false}}
            - {user: "user:cem", object: "doc:c", context: {admin: true}, assertions: {can_read: true}}
            - {user: "user:cem", object: "doc:c", context: {admin: false, tags: [red]}, assertions: {can_read: true}}
            - {user: "user:cem", object: "doc:c", context: {admin: false, tags: [blue]}, assertions: {can_read: false}}
          list_objects:
            - user: user:ann
              type: doc
              context: {amount: 50, ip: "10.0.0.1"}
              assertions: {can_read: ["doc:a", "doc:b"]}
      """;

  private static final String UNSIGNED =
      """
      model: |
        model
          schema 1.1
        type user
        type doc
          relations
            define viewer: [user with few, user with one]
            define banned: [user with few]
            define can_read: viewer but not banned
        condition few(n: uint, most: uint) { n <= most && n < 0xFFu || most == 7u }
        condition one(tags: list<string>) { tags.exists_one(t, t == "red") && size(tags.filter(t, t != "")) > 1 }
      tuples:
        - {user: "user:ann", relation: viewer, object: "doc:a", condition: {name: few, context: {most: 5}}}
        - {user: "user:cem", relation: viewer, object: "doc:a", condition: {name: few, context: {most: 7}}}
        - {user: "user:bob", relation: viewer, object: "doc:a", condition: {name: one}}
        - {user: "user:dan", relation: viewer, object: "doc:a", condition: {name: one}}
        - {user: "user:dan", relation: banned, object: "doc:a", condition: {name: few, context: {most: 5}}}
      tests:
        - name: unsigned
          check:
            - {user: "user:ann", object: "doc:a", context: {n: 5}, assertions: {viewer: true}}
            - {user: "user:ann", object: "doc:a", context: {n: 6}, assertions: {viewer: false}}
            - {user: "user:ann", object: "doc:a", context: {n: -1}, assertions: {viewer: false}}
            - {user: "user:cem", object: "doc:a", context: {n: -1}, assertions: {viewer: true}}
            - {user: "user:bob", object: "doc:a", context: {tags: [red, blue]}, assertions: {viewer: true}}
            - {user: "user:bob", object: "doc:a", context: {tags: [red, red]}, assertions: {viewer: false}}
            - {user: "user:dan", object: "doc:a", context: {tags: [red, blue], n: 6}, assertions: {can_read: true}}
            - {user: "user:dan", object: "doc:a", context: {tags: [red, blue], n: 5}, assertions: {can_read: false}}
            - {user: "user:dan", object: "doc:a", context: {tags: [red, blue], n: -1}, assertions: {can_read: false}}
      """;

  /** A number below 0 is an error where it matters: it allows nothing, and excludes nothing. */
  @Test
  void unsignedNumbersAndOtherMacrosAreRead() throws PeerFaultsException {
    Imported store = Imported.openfga("u.fga.yaml", UNSIGNED);

    assertThat(store.run("u.fga.yaml")).hasSize(9).allMatch(each -> each.result() == Result.PASSED);
    assertThat(store.report()).isEmpty();
  }

  @Test
  void whatUnsignedNumbersMeanOtherwiseIsNotBrought() throws PeerFaultsException {
    Imported model =
        Imported.openfga(
                "m.fga",
                """
                model
                  schema 1.1
                type user
                type doc
                  relations
                    define a: [user with less]
                    define b: [user with listed]
                    define c: [user with plain]
                condition less(n: uint) { n - 1u > 3u }
                condition listed(n: list<uint>) { 1u in n }
                condition plain(n: uint) { n > 3u }
                """)
            .file(
                "t.yaml",
                """
                - {user: "user:ann", relation: c, object: "doc:a", condition: {name: plain, context: {n: -4}}}
                """);

    assertThat(model.relations("m.fga", "t.yaml")).doesNotContain("doc");
    assertThat(model.report())
        .anyMatch(line -> line.startsWith("m.fga:9:") && line.contains("uses both subtraction"))
        .anyMatch(line -> line.startsWith("m.fga:10:") && line.contains("list or map of uint"))
        .anyMatch(
            line -> line.startsWith("t.yaml:1:") && line.contains("cannot be written as uint"));
  }

  private static final String ZED =
      """
      schema: |-
        definition user {}
        caveat limit(amount uint, max uint) { amount <= max }
        caveat tagged(tags list<string>, wanted string) { wanted in tags }
        definition doc {
          relation viewer: user | user with limit | user:* with tagged
          relation banned: user with limit
          permission read = viewer - banned
        }
      relationships: |-
        doc:a#viewer@user:ann[limit:{"max": 100}]
        doc:a#viewer@user:bob
        doc:a#banned@user:bob[limit:{"max": 10}]
        doc:b#viewer@user:*[tagged:{"tags": ["x", "y"]}]
      assertions:
        assertTrue:
          - 'doc:a#read@user:ann with {"amount": 100}'
          - 'doc:a#read@user:bob with {"amount": 11}'
          - 'doc:b#read@user:eve with {"wanted": "y"}'
        assertCaveated:
          - doc:a#read@user:ann
          - doc:a#read@user:bob
        assertFalse:
          - 'doc:a#read@user:ann with {"amount": 101, "max": 1000}'
          - 'doc:a#read@user:bob with {"amount": 10}'
          - 'doc:b#read@user:eve with {"wanted": "z"}'
      """;

  @Test
  void conditionsOfOpenFgaAnswerAsBefore() throws PeerFaultsException {
    Imported store = Imported.openfga("store.fga.yaml", STORE);
    List<AssertionOutcome> outcomes = store.run("store.fga.yaml");
    assertThat(outcomes).hasSize(12).allMatch(each -> each.result() == Result.PASSED);
    assertThat(store.report()).isEmpty();
    assertThat(store.model("store.fga.yaml").conditions())
        .containsOnlyKeys("limit", "inside", "either");
  }

  @Test
  void caveatsOfSpiceDbAnswerAsBefore() throws PeerFaultsException {
    Imported file = Imported.of(PeerKind.SPICEDB).file("docs.yaml", ZED);
    List<AssertionOutcome> outcomes = file.run("docs.yaml");
    assertThat(outcomes).hasSize(8).allMatch(each -> each.result() == Result.PASSED);
    assertThat(file.report()).isEmpty();
  }

  /** Both had to be left out while conditions could not hold maps. */
  @Test
  void conditionsWithMapsAnswerAsBefore() throws PeerFaultsException {
    Imported store =
        Imported.openfga(
            "maps.fga.yaml",
            """
            model: |
              model
                schema 1.1
              type user
              type doc
                relations
                  define viewer: [user with plan, user with same]
              condition plan(tier: string, need: int) {
                {"gold": 1000, "silver": 50 + 50,}[tier] - need >= 0 && tier in {'gold': {}, "silver": {}}
              }
              condition same(labels: map<string>, tag: string) { labels == {"tag": tag, "}": "{"} }
            tuples:
              - {user: "user:ann", relation: viewer, object: "doc:a", condition: {name: plan, context: {tier: gold}}}
              - {user: "user:bob", relation: viewer, object: "doc:a", condition: {name: same, context: {labels: {tag: red, "}": "{"}}}}
            tests:
              - name: maps
                check:
                  - {user: "user:ann", object: "doc:a", context: {need: 1000}, assertions: {viewer: true}}
                  - {user: "user:ann", object: "doc:a", context: {need: 1001}, assertions: {viewer: false}}
                  - {user: "user:bob", object: "doc:a", context: {tag: red}, assertions: {viewer: true}}
                  - {user: "user:bob", object: "doc:a", context: {tag: blue}, assertions: {viewer: false}}
            """);
    assertThat(store.run("maps.fga.yaml"))
        .hasSize(4)
        .allMatch(each -> each.result() == Result.PASSED);
    assertThat(store.report()).isEmpty();

    Imported zed =
        Imported.of(PeerKind.SPICEDB)
            .file(
                "maps.yaml",
                """
                schema: |-
                  definition user {}
                  caveat plan(tier string, need int) { {"gold": 1000, "silver": 100}[tier] >= need }
                  definition doc {
                    relation viewer: user with plan
                    permission read = viewer
                  }
                relationships: |-
                  doc:a#viewer@user:ann[plan:{"tier": "silver"}]
                assertions:
                  assertTrue:
                    - 'doc:a#read@user:ann with {"need": 100}'
                  assertFalse:
                    - 'doc:a#read@user:ann with {"need": 101}'
                """);
    assertThat(zed.run("maps.yaml")).hasSize(2).allMatch(each -> each.result() == Result.PASSED);
    assertThat(zed.report()).isEmpty();
  }

  @Test
  void mapsThatOurLanguageDoesNotSayAreReportedWithTheirPlace() throws PeerFaultsException {
    Imported store =
        Imported.openfga(
            "m.fga",
            """
            model
              schema 1.1
            type user
            type doc
              relations
                define viewer: [user, user with numbered, user with twice]
            condition numbered(x: int) { {1: true, 2: false}[x] }
            condition twice(x: string) { {"a": 1, "a": 2}[x] == 1 }
            """);
    assertThat(store.model("m.fga").conditions()).isEmpty();
    assertThat(store.report())
        .anyMatch(line ->
            line.startsWith("m.fga:7:")
                && line.contains("condition 'numbered': a map key must be a string"))
        .anyMatch(line ->
            line.startsWith("m.fga:8:")
                && line.contains("condition 'twice': the map already has this key"))
        .hasSize(2);
  }

  @Test
  void whatOurLanguageDoesNotSayIsReportedWithItsPlace() throws PeerFaultsException {
    Imported store =
        Imported.openfga(
            "m.fga",
            """
            model
              schema 1.1
            type user
            type doc
              relations
                define viewer: [user, user with odd, user with spare, user with asks]
            condition odd(x: uint) { x - 2u == 5u }
            condition spare(x: int, y: int) { x > 1 }
            condition asks(request: int) { request > 1 }
            """);
    assertThat(store.model("m.fga").conditions()).containsOnlyKeys("spare");
    assertThat(store.report())
        .anyMatch(line -> line.startsWith("m.fga:7:") && line.contains("condition 'odd'"))
        .anyMatch(line -> line.startsWith("m.fga:9:") && line.contains("condition 'asks'"))
        .hasSize(2);
  }
}
