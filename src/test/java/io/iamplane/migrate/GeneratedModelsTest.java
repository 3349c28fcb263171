package io.iamplane.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Expected;
import io.iamplane.migrate.generator.GeneratedPeer;
import io.iamplane.migrate.generator.GeneratedPeer.Parts;
import io.iamplane.migrate.generator.GeneratedPeer.Peer;
import io.iamplane.migrate.generator.GeneratedSubject;
import io.iamplane.migrate.generator.PeerSemantics;
import io.iamplane.migrate.generator.PeerSemantics.Truth;
import io.iamplane.migrate.proof.AssertionOutcome;
import io.iamplane.migrate.proof.AssertionOutcome.Result;
import io.iamplane.migrate.target.ImportReport;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random models, written in each notation, imported and asked: the engine and the reference
 * evaluator must answer like the other system by its documentation.
 */
class GeneratedModelsTest {

  private static final int FEW = 40;
  private static final int MODELS = Integer.getInteger("peer.models", 160);
  private static final int QUESTIONS = 24;

  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest
  @CsvSource({
    "OPENFGA,PLAIN,model.fga,tuples.json",
    "OPENFGA,PLAIN,model.json,tuples.yaml",
    "OPENFGA,CONDITIONAL,model.fga,tuples.json",
    "OPENFGA,CONDITIONAL,model.json,tuples.yaml",
    "SPICEDB,PLAIN,schema.zed,tuples.txt",
    "SPICEDB,CONDITIONAL,schema.zed,tuples.txt",
    "TOPAZ,PLAIN,manifest.yaml,relations.json"
  })
  private @interface InEachNotation {}

  @InEachNotation
  void answersStayTheSame(PeerKind kind, Parts parts, String model, String data) throws Exception {
    compare(kind, parts, model, data, FEW);
  }

  @InEachNotation
  @Tag("ci")
  void answersStayTheSameAtVolume(PeerKind kind, Parts parts, String model, String data)
      throws Exception {
    compare(kind, parts, model, data, MODELS);
  }

  private static void compare(PeerKind kind, Parts parts, String model, String data, int models)
      throws Exception {
    int allowed = 0;
    for (int seed = 0; seed < models; seed++) {
      Peer peer = GeneratedPeer.of(kind, seed, parts);
      BroughtPeer brought = BroughtPeer.of(peer, model, data);
      assertThat(brought.report().count(ImportReport.Kind.LOSS)).as(brought.text()).isZero();
      List<Check> checks = checks(peer, brought, seed);
      for (AssertionOutcome each : brought.ask(checks)) {
        assertThat(each.result())
            .as("%s %s of seed %d:\n%s", each, model, seed, brought.text())
            .isEqualTo(Result.PASSED);
        allowed += each.expected().equals("true") ? 1 : 0;
      }
      List<Check> referred = checks.subList(0, 6);
      assertThat(brought.refer(referred))
          .as("%s of seed %d:\n%s", referred, seed, brought.text())
          .containsExactlyElementsOf(
              referred.stream().map(each -> each.expected() == Expected.ALLOWED).toList());
    }
    assertThat(allowed).isGreaterThan(models * QUESTIONS / 12);
  }

  @Retention(RetentionPolicy.RUNTIME)
  @ParameterizedTest
  @CsvSource({"OPENFGA,model.fga,tuples.json", "SPICEDB,schema.zed,tuples.txt"})
  private @interface OfOddParts {}

  /** Includes parts that cannot be imported: a subject allowed here was allowed there. */
  @OfOddParts
  void noMoreIsAllowedThanBefore(PeerKind kind, String model, String data) throws Exception {
    requireNoMore(kind, model, data, FEW);
  }

  @OfOddParts
  @Tag("ci")
  void noMoreIsAllowedThanBeforeAtVolume(PeerKind kind, String model, String data)
      throws Exception {
    requireNoMore(kind, model, data, MODELS);
  }

  private static void requireNoMore(PeerKind kind, String model, String data, int models)
      throws Exception {
    int less = 0;
    for (int seed = 0; seed < models; seed++) {
      Peer peer = GeneratedPeer.of(kind, seed, Parts.ODD);
      BroughtPeer brought = BroughtPeer.of(peer, model, data);
      for (AssertionOutcome each : brought.ask(checks(peer, brought, seed))) {
        if (each.result() != Result.PASSED) {
          assertThat(each.expected())
              .as("%s of seed %d:\n%s", each, seed, brought.text())
              .isEqualTo("true");
          less++;
        }
      }
    }
    // In OpenFGA's notation nothing is left of these parts that cannot be brought.
    assertThat(less).matches(count -> kind == PeerKind.SPICEDB || count == 0);
  }

  private static List<Check> checks(Peer peer, BroughtPeer brought, long seed) {
    Random random = new Random(seed);
    List<Check> checks = new ArrayList<>();
    List<String> names = List.of("viewer", "editor", "can_a", "can_b", "can_c", "can_d", "can_d");
    for (int i = 0; i < QUESTIONS; i++) {
      String type = List.of("doc", "doc", "folder", "team").get(random.nextInt(4));
      PeerObject object = new PeerObject(type, String.valueOf(random.nextInt(4)));
      GeneratedSubject subject = subject(peer, brought, object, random);
      String name = names.get(random.nextInt(names.size()));
      Map<String, Object> context = peer.context(random);
      FilePlace place = new FilePlace("generated", i + 1, 1);
      Check denied =
          new Check(
              subject.object(), subject.userset(), name, object, context, Expected.DENIED, place);
      checks.add(
          PeerSemantics.truth(peer, denied) != Truth.TRUE
              ? denied
              : new Check(
                  subject.object(),
                  subject.userset(),
                  name,
                  object,
                  context,
                  Expected.ALLOWED,
                  place));
    }
    return checks;
  }

  /**
   * A user, the object itself, or a set. Not the set of a name that never holds: it is nil where it
   * is used, while a server, if it took the model, would answer that the set has its own name.
   */
  private static GeneratedSubject subject(
      Peer peer, BroughtPeer brought, PeerObject object, Random random) {
    if (peer.model().kind() != PeerKind.TOPAZ && random.nextInt(4) == 0) {
      GeneratedSubject set = GeneratedSubject.set(peer.model(), random);
      boolean holds =
          brought.report().lines().stream()
              .noneMatch(line -> line.toString().contains("can never hold"));
      return holds || set.userset() == null || set.object().type().equals("group")
          ? set
          : new GeneratedSubject(new PeerObject("group", object.id()), "member");
    }
    return new GeneratedSubject(
        random.nextInt(12) == 0
            ? object
            : new PeerObject("user", String.valueOf(random.nextInt(5))),
        null);
  }
}
