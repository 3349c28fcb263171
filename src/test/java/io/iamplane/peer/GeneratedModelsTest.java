package io.iamplane.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.engine.reference.ReferenceEvaluator;
import io.iamplane.peer.PeerAssertion.Check;
import io.iamplane.peer.PeerAssertion.Expected;
import io.iamplane.peer.generator.GeneratedPeer;
import io.iamplane.peer.generator.GeneratedPeer.Peer;
import io.iamplane.peer.generator.PeerPrinter;
import io.iamplane.peer.generator.PeerSemantics;
import io.iamplane.peer.proof.AssertionOutcome;
import io.iamplane.peer.proof.AssertionOutcome.Result;
import io.iamplane.peer.proof.AssertionRun;
import io.iamplane.peer.proof.ImportedPolicy;
import io.iamplane.peer.proof.ProofFacts;
import io.iamplane.peer.source.PeerFormats;
import io.iamplane.peer.target.ImportReport;
import io.iamplane.peer.target.ModelWriter;
import io.iamplane.peer.target.TargetModel;
import io.iamplane.peer.target.TargetRelation;
import io.iamplane.peer.target.TupleWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Models at random, written in each notation, brought over and asked: the engine and the reference
 * evaluator must answer what the other system does by its documentation.
 */
class GeneratedModelsTest {

  private static final int MODELS = Integer.getInteger("peer.models", 160);
  private static final int QUESTIONS = 24;

  @ParameterizedTest
  @CsvSource({
    "OPENFGA,model.fga,tuples.json",
    "OPENFGA,model.json,tuples.yaml",
    "SPICEDB,schema.zed,tuples.txt",
    "TOPAZ,manifest.yaml,relations.json"
  })
  void answersStayTheSame(PeerKind kind, String model, String data) throws Exception {
    int allowed = 0;
    for (int seed = 0; seed < MODELS; seed++) {
      Peer peer = GeneratedPeer.of(kind, seed, false);
      Brought brought = bring(peer, model, data);
      assertThat(brought.report.count(ImportReport.Kind.LOSS)).as(brought.text).isZero();
      List<Check> checks = checks(peer, seed);
      for (AssertionOutcome each : brought.ask(checks)) {
        assertThat(each.result())
            .as("%s %s of seed %d:\n%s", each, model, seed, brought.text)
            .isEqualTo(Result.PASSED);
        allowed += each.expected().equals("true") ? 1 : 0;
      }
      brought.refer(checks.subList(0, 6));
    }
    assertThat(allowed).isGreaterThan(MODELS * QUESTIONS / 10);
  }

  /** Also with what cannot be brought over: a subject that is allowed here was allowed there. */
  @ParameterizedTest
  @CsvSource({"OPENFGA,model.fga,tuples.json", "SPICEDB,schema.zed,tuples.txt"})
  void noMoreIsAllowedThanBefore(PeerKind kind, String model, String data) throws Exception {
    int less = 0;
    for (int seed = 0; seed < MODELS; seed++) {
      Peer peer = GeneratedPeer.of(kind, seed, true);
      Brought brought = bring(peer, model, data);
      for (AssertionOutcome each : brought.ask(checks(peer, seed))) {
        if (each.result() != Result.PASSED) {
          assertThat(each.expected())
              .as("%s of seed %d:\n%s", each, seed, brought.text)
              .isEqualTo("true");
          less++;
        }
      }
    }
    assertThat(less).isPositive();
  }

  private static Brought bring(Peer peer, String model, String data)
      throws IOException, PeerFaultsException {
    String text =
        switch (model) {
          case "model.fga" -> PeerPrinter.dsl(peer.model());
          case "model.json" -> PeerPrinter.json(peer.model());
          case "schema.zed" -> PeerPrinter.zed(peer.model());
          default -> PeerPrinter.topaz(peer.model());
        };
    PeerKind kind = peer.model().kind();
    Imported files =
        Imported.of(kind).file(model, text).file(data, PeerPrinter.tuples(peer.tuples(), data));
    ImportReport report = new ImportReport();
    TargetModel target = ModelWriter.write(files.document(model).model(), report);
    List<PeerTuple> tuples = new ArrayList<>();
    PeerFormats.data(kind, data, files.files()).read(tuples::add);
    assertThat(tuples.stream().map(Object::toString))
        .containsExactlyElementsOf(peer.tuples().stream().map(Object::toString).toList());
    return new Brought(target, tuples, report, text);
  }

  private static List<Check> checks(Peer peer, long seed) {
    Random random = new Random(seed);
    List<Check> checks = new ArrayList<>();
    List<String> names = List.of("viewer", "editor", "can_a", "can_b", "can_c", "can_d", "can_d");
    for (int i = 0; i < QUESTIONS; i++) {
      String type = List.of("doc", "doc", "folder", "team").get(random.nextInt(4));
      PeerObject object = new PeerObject(type, String.valueOf(random.nextInt(4)));
      PeerObject subject =
          random.nextInt(12) == 0
              ? new PeerObject(type, object.id())
              : new PeerObject("user", String.valueOf(random.nextInt(5)));
      String name = names.get(random.nextInt(names.size()));
      boolean has = new PeerSemantics(peer, subject).has(object, name);
      checks.add(
          new Check(
              subject,
              null,
              name,
              object,
              Map.of(),
              has ? Expected.ALLOWED : Expected.DENIED,
              new FilePlace("generated", i + 1, 1)));
    }
    return checks;
  }

  private record Brought(
      TargetModel model, List<PeerTuple> tuples, ImportReport report, String text) {

    private List<AssertionOutcome> ask(List<Check> checks) {
      AssertionRun run = new AssertionRun(new ImportedPolicy(model, report), tuples, Imported.NOW);
      run.run(new PeerTest("generated", List.of(), List.copyOf(checks)));
      return run.outcomes();
    }

    private void refer(List<Check> checks) {
      ProofFacts facts = new ProofFacts(model.types(), model.attributes(), model.conditions());
      TupleWriter writer = new TupleWriter(model, report);
      for (PeerTuple tuple : tuples) {
        TargetRelation relation = writer.write(tuple);
        if (relation != null) {
          facts.relation(relation);
        }
      }
      checks.forEach(each -> facts.object(writer.object(each.subject())));
      ReferenceEvaluator reference = new ReferenceEvaluator(facts.facts());
      for (Check each : checks) {
        ReasonCode reason =
            reference
                .decide(
                    DecisionRequest.of(
                        Party.of(writer.object(each.subject())),
                        new Asked.Relation(each.relation(), "proof"),
                        Party.of(writer.object(each.object()))),
                    Imported.NOW)
                .reason();
        assertThat(reason == ReasonCode.GRANTED_BY_RELATION)
            .as("%s of\n%s", each, text)
            .isEqualTo(each.expected() == Expected.ALLOWED);
      }
    }
  }
}
