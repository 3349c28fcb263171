package io.iamplane.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Expected;
import io.iamplane.migrate.export.ExportReport.Kind;
import io.iamplane.migrate.export.ExportedRelation;
import io.iamplane.migrate.generator.GeneratedPeer;
import io.iamplane.migrate.generator.GeneratedPeer.Parts;
import io.iamplane.migrate.generator.GeneratedPeer.Peer;
import io.iamplane.migrate.generator.PeerSemantics;
import io.iamplane.migrate.generator.PeerSemantics.Truth;
import io.iamplane.migrate.proof.AssertionOutcome;
import io.iamplane.migrate.proof.AssertionOutcome.Result;
import io.iamplane.migrate.proof.AssertionRun;
import io.iamplane.migrate.proof.ImportedPolicy;
import io.iamplane.migrate.source.PeerFormats;
import io.iamplane.migrate.target.ImportReport;
import io.iamplane.migrate.target.ManifestFileText;
import io.iamplane.migrate.target.ModelWriter;
import io.iamplane.migrate.target.TargetModel;
import io.iamplane.migrate.target.TupleWriter;
import io.iamplane.shared.SubjectRef;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models and tuples from OpenFGA, exported for OpenFGA and read again, give the same answers. */
class ExportRoundTripTest {

  private static final int FEW = 40;
  private static final int MODELS = Integer.getInteger("peer.models", 160);
  private static final int QUESTIONS = 24;

  private static List<AssertionOutcome> ask(
      ExportedPeer exported, List<? extends PeerAssertion> checks)
      throws IOException, PeerFaultsException {
    PeerDocument read = exported.read();
    ImportReport report = new ImportReport();
    TargetModel target = ModelWriter.write(read.model(), report);
    AssertionRun run =
        new AssertionRun(new ImportedPolicy(target, report), read.tuples(), Imported.NOW);
    run.run(new PeerTest("round trip", List.of(), List.copyOf(checks)));
    return run.outcomes();
  }

  private static List<Check> checks(Peer peer, long seed) {
    Random random = new Random(seed);
    List<Check> checks = new ArrayList<>();
    List<String> names = List.of("viewer", "editor", "can_a", "can_b", "can_c", "can_d");
    for (int i = 0; i < QUESTIONS; i++) {
      String type = List.of("doc", "doc", "folder", "team").get(random.nextInt(4));
      PeerObject object = new PeerObject(type, String.valueOf(random.nextInt(4)));
      PeerObject subject = new PeerObject("user", String.valueOf(random.nextInt(5)));
      String name = names.get(random.nextInt(names.size()));
      Map<String, Object> context = peer.context(random);
      FilePlace place = new FilePlace("generated", i + 1, 1);
      Check denied = new Check(subject, null, name, object, context, Expected.DENIED, place);
      checks.add(
          PeerSemantics.truth(peer, denied) != Truth.TRUE
              ? denied
              : new Check(subject, null, name, object, context, Expected.ALLOWED, place));
    }
    return checks;
  }

  /** A name that holds for no one is not written, and asking for it is a denial either way. */
  private static boolean isAnsweredAlike(AssertionOutcome outcome) {
    return outcome.result() == Result.PASSED
        || (outcome.result() == Result.NOT_ASKED && outcome.expected().equals("false"));
  }

  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest
  @CsvSource({"OPENFGA,PLAIN", "OPENFGA,ODD", "OPENFGA,CONDITIONAL", "SPICEDB,PLAIN"})
  private @interface OfEachKind {}

  @OfEachKind
  void generatedModelsAnswerAlikeOrLess(PeerKind kind, Parts parts) throws Exception {
    compare(kind, parts, FEW);
  }

  @OfEachKind
  @Tag("ci")
  void generatedModelsAnswerAlikeOrLessAtVolume(PeerKind kind, Parts parts) throws Exception {
    compare(kind, parts, MODELS);
  }

  private static void compare(PeerKind kind, Parts parts, int models) throws Exception {
    int whole = 0;
    int allowed = 0;
    for (int seed = 0; seed < models; seed++) {
      Peer peer = GeneratedPeer.of(kind, seed, parts);
      ExportedPeer exported = ExportedPeer.of(peer.model(), peer.tuples());
      boolean lossless = exported.report().count(Kind.LOSS) == 0 && parts != Parts.ODD;
      boolean opening = exported.report().count(Kind.OPENING) > 0;
      // Memberships alone have their condition written out.
      assertThat(opening && parts != Parts.CONDITIONAL).isFalse();
      assertThat(exported.lines()).noneMatch(each -> each.contains("the condition of '"));
      whole += lossless ? 1 : 0;
      for (AssertionOutcome each : ask(exported, checks(peer, seed))) {
        String shown =
            "%s of seed %d:\n%s\n%s".formatted(each, seed, exported.dsl(), exported.lines());
        if (lossless && !opening) {
          assertThat(isAnsweredAlike(each)).as(shown).isTrue();
          allowed += each.expected().equals("true") ? 1 : 0;
        } else if (each.result() == Result.FAILED && !opening) {
          assertThat(each.expected()).as(shown).isEqualTo("true");
        }
      }
    }
    if (kind == PeerKind.OPENFGA && parts != Parts.ODD) {
      assertThat(whole).isGreaterThanOrEqualTo(parts == Parts.PLAIN ? models : models / 4);
      assertThat(allowed).isGreaterThan(whole * QUESTIONS / 12);
    }
  }

  /** Import, export and import again give the same manifest and the same relations. */
  @ParameterizedTest
  @CsvSource({
    "OPENFGA, model.fga, tuples.yaml",
    "SPICEDB, schema.zed, tuples.txt",
    "TOPAZ, manifest.yaml, tuples.json"
  })
  void anImportedPolicyComesBack(PeerKind kind, String model, String data) throws Exception {
    Imported first =
        Imported.of(kind)
            .file("model.fga", ROUND.get("model.fga"))
            .file("tuples.yaml", ROUND.get("tuples.yaml"))
            .file("schema.zed", ROUND.get("schema.zed"))
            .file("tuples.txt", ROUND.get("tuples.txt"))
            .file("manifest.yaml", ROUND.get("manifest.yaml"))
            .file("tuples.json", ROUND.get("tuples.json"));
    List<PeerTuple> tuples = new ArrayList<>();
    PeerFormats.data(kind, data, first.files()).read(tuples::add);
    ExportedPeer exported = ExportedPeer.of(first.document(model).model(), tuples);
    PeerDocument read = exported.read();
    ImportReport report = new ImportReport();
    TargetModel before = first.model(model);
    TargetModel after = ModelWriter.write(read.model(), report);

    assertThat(exported.lines()).isEmpty();
    assertThat(first.report()).isEmpty();
    assertThat(report.lines()).isEmpty();
    assertThat(ManifestFileText.of("m", after).lines().skip(1))
        .containsExactlyElementsOf(ManifestFileText.of("m", before).lines().skip(1).toList());
    assertThat(written(after, read.tuples())).isNotEmpty().isEqualTo(written(before, tuples));
  }

  private static List<String> written(TargetModel model, List<PeerTuple> tuples) {
    TupleWriter writer = new TupleWriter(model, new ImportReport());
    return tuples.stream()
        .flatMap(each -> writer.write(each).stream())
        .map(Object::toString)
        .toList();
  }

  private static final Map<String, String> ROUND =
      Map.of(
          "model.fga",
          """
          model
            schema 1.1
          type user
          type group
            relations
              define member: [user, group#member]
          type doc
            relations
              define parent: [doc]
              define banned: [user]
              define viewer: [user, user:*, group#member, user with low] or viewer from parent
              define can_read: viewer but not banned
          condition low(x: int, most: int) {
            x < most
          }
          """,
          "tuples.yaml",
          """
          - {user: "user:ann", relation: member, object: "group:eng"}
          - {user: "group:eng#member", relation: viewer, object: "doc:plan"}
          - {user: "user:bob", relation: viewer, object: "doc:plan", condition: {name: low, context: {most: 5}}}
          - {user: "doc:plan", relation: parent, object: "doc:part"}
          - {user: "user:*", relation: viewer, object: "doc:open"}
          """,
          "schema.zed",
          """
          definition user {}
          caveat low(x int, most int) { x < most }
          definition group { relation member: user | group#member }
          definition doc {
            relation parent: doc
            relation banned: user
            relation viewer: user | user:* | group#member | user with low
            permission can_read = viewer + parent->can_read - banned
            permission both = viewer & can_read
          }
          """,
          "tuples.txt",
          """
          group:eng#member@user:ann
          doc:plan#viewer@group:eng#member
          doc:plan#viewer@user:bob[low:{"most": 5}]
          doc:part#parent@doc:plan
          doc:open#viewer@user:*
          """,
          "manifest.yaml",
          """
          model: {version: 3}
          types:
            user: {}
            group: {relations: {member: user | group#member}}
            doc:
              relations: {parent: doc, banned: user, viewer: "user | user:* | group#member"}
              permissions: {can_read: (viewer | parent->can_read) - banned}
          """,
          "tuples.json",
          """
          {"relations": [
            {"object_type": "group", "object_id": "eng", "relation": "member", "subject_type": "user", "subject_id": "ann"},
            {"object_type": "doc", "object_id": "plan", "relation": "viewer", "subject_type": "group", "subject_id": "eng", "subject_relation": "member"},
            {"object_type": "doc", "object_id": "part", "relation": "parent", "subject_type": "doc", "subject_id": "plan"}]}
          """);

  /** The store of the guide, with its condition. */
  @Test
  void theGuidesStoreAnswersAlike() throws Exception {
    String guide = Files.readString(Path.of("docs/migrate/openfga.md"));
    int begin = guide.indexOf('\n', guide.indexOf("file=store.fga.yaml")) + 1;
    PeerDocument document =
        Imported.openfga("store.fga.yaml", guide.substring(begin, guide.indexOf("```", begin)))
            .document("store.fga.yaml");
    ExportedPeer exported = ExportedPeer.of(document.model(), document.tuples());

    assertThat(exported.lines()).isEmpty();
    assertThat(exported.dsl()).contains("user with office_hours", "condition office_hours(");
    assertThat(document.tests()).isNotEmpty();
    for (PeerTest test : document.tests()) {
      for (AssertionOutcome each : ask(exported, test.assertions())) {
        assertThat(each.result()).as("%s", each).isEqualTo(Result.PASSED);
      }
    }
  }

  @Test
  void conditionsThatMeanLessThereAreReported() throws IOException {
    Map<String, Object> limit =
        Map.of("parameters", Map.of("level", "int"), "expression", "level > 2");
    Map<String, Object> inside =
        Map.of(
            "parameters", Map.of("ip", "string", "net", "string"), "expression", "ip.inCidr(net)");
    Map<String, Object> late =
        Map.of("parameters", Map.of("x", "any"), "expression", "x == 'late'");
    ExportedPeer exported =
        ExportedPeer.of(
            Map.of(
                "doc",
                Map.of(
                    "relations",
                    Map.of(
                        "viewer",
                        "user | user with inside",
                        "banned",
                        "user with limit",
                        "guest",
                        "user with late"),
                    "permissions",
                    Map.of("read", "viewer - banned"))),
            Map.of("limit", limit, "inside", inside, "late", late),
            List.of(
                relation("ann", "banned", new ExportedRelation.Named("limit", Map.of())),
                relation(
                    "bob",
                    "viewer",
                    new ExportedRelation.Named("inside", Map.of("net", "192.168.1.10/24"))),
                relation("cem", "guest", new ExportedRelation.Named("late", Map.of())),
                relation(
                    "dan",
                    "banned",
                    new ExportedRelation.Named("limit", Map.of("level", 9007199254740993L)))));

    assertThat(exported.lines())
        .containsExactlyInAnyOrder(
            "doc.guest: not written: the condition of 'user with late' is not written: parameter"
                + " 'x' of type any cannot be written: use one of bool, double, duration, int,"
                + " string, timestamp, or a list of one of these",
            "doc.banned: written, but OpenFGA may allow more: 'user with limit' excludes no one in"
                + " OpenFGA if a value of the condition is missing",
            "user:bob viewer doc:1: not written: '192.168.1.10/24' is not a network in this"
                + " server, but may be one in OpenFGA: the prefix length is out of range, or address bits beyond it are set",
            "user:cem guest doc:1: not written: condition 'late' is not written");
    assertThat(exported.tuples()).contains("\"level\" : \"9007199254740993\"");
  }

  private static ExportedRelation relation(
      String user, String name, ExportedRelation.Named condition) {
    return new ExportedRelation(
        new SubjectRef("user", user),
        null,
        name,
        new SubjectRef("doc", "1"),
        null,
        condition,
        false,
        true);
  }

  @Test
  void whatOpenfgaCannotSayHoldsForNoOneThere() throws IOException {
    String longName = "v".repeat(51);
    ExportedPeer exported =
        ExportedPeer.of(
            Map.of(
                "area",
                Map.of("relations", Map.of("member", "user", "guard", "user | area#member")),
                "doc",
                Map.of(
                    "relations",
                    Map.of("area", "area", "owner", "user", "team", "group#member"),
                    "permissions",
                    Map.of(
                        "all",
                        "area.all(member)",
                        "own",
                        "self | owner",
                        "none",
                        "nil",
                        "open",
                        "owner - all",
                        "sure",
                        "owner - none",
                        "from",
                        "owner",
                        longName,
                        "owner",
                        "lead",
                        "owner & area->guard"))),
            Map.of(),
            List.of());

    assertThat(exported.dsl())
        .isEqualTo(
            """
            model
              schema 1.1

            type area
              relations
                define guard: [user, area#member]
                define member: [user]

            type doc
              relations
                define area: [area]
                define lead: owner and guard from area
                define own: owner
                define owner: [user]
                define sure: owner
                define team: [group#member]

            type group
              relations
                define member: [user, group#member]

            type user
            """);
    assertThat(exported.lines())
        .containsExactlyInAnyOrder(
            "doc.all: not written: 'area.all(member)' has no equivalent in OpenFGA",
            "doc.own: not written: 'self' has no equivalent in OpenFGA",
            "doc.open: not written: the excluded part of an exclusion cannot be fully written;"
                + " the exclusion holds for no one",
            "doc.from: not written: 'from' is a keyword of the OpenFGA DSL",
            "doc." + longName + ": not written: an OpenFGA name can have at most 50 characters",
            "doc.none: note: left out, because it holds for no one");
  }
}
