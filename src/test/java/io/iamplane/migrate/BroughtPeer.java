package io.iamplane.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.engine.reference.ReferenceEvaluator;
import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.generator.GeneratedPeer.Peer;
import io.iamplane.migrate.generator.PeerPrinter;
import io.iamplane.migrate.proof.AssertionOutcome;
import io.iamplane.migrate.proof.AssertionRun;
import io.iamplane.migrate.proof.ImportedPolicy;
import io.iamplane.migrate.proof.ProofFacts;
import io.iamplane.migrate.source.PeerFormats;
import io.iamplane.migrate.target.ImportReport;
import io.iamplane.migrate.target.ModelWriter;
import io.iamplane.migrate.target.TargetModel;
import io.iamplane.migrate.target.TupleWriter;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A generated model with its relations, written in files, read from them and brought over. */
record BroughtPeer(TargetModel model, List<PeerTuple> tuples, ImportReport report, String text) {

  /**
   * Brings a model over.
   *
   * @param model the name of the file of the model, which says its notation
   * @param data that of the file of relations
   */
  static BroughtPeer of(Peer peer, String model, String data)
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
    return new BroughtPeer(target, tuples, report, text);
  }

  /** Asks the engine. */
  List<AssertionOutcome> ask(List<? extends PeerAssertion> checks) {
    AssertionRun run = new AssertionRun(new ImportedPolicy(model, report), tuples, Imported.NOW);
    run.run(new PeerTest("generated", List.of(), List.copyOf(checks)));
    return run.outcomes();
  }

  /** The answers of the reference evaluator, in the order of the questions. */
  List<Boolean> refer(List<Check> checks) {
    ProofFacts facts = new ProofFacts(model.types(), Map.of(), model.conditions());
    TupleWriter writer = new TupleWriter(model, report);
    for (PeerTuple tuple : tuples) {
      writer.write(tuple).forEach(facts::relation);
    }
    for (Check each : checks) {
      facts.object(writer.object(each.subject()));
      facts.object(writer.object(each.object()));
    }
    ReferenceEvaluator reference = new ReferenceEvaluator(facts.facts());
    List<Boolean> allowed = new ArrayList<>();
    for (Check each : checks) {
      DecisionRequest request =
          new DecisionRequest(
              Party.of(subject(writer, each)),
              new Asked.Relation(each.relation(), "proof"),
              Party.of(writer.object(each.object())),
              Map.of(),
              asJson(each.context()),
              Aal.AAL1);
      ReasonCode reason = reference.decide(request, Imported.NOW).reason();
      allowed.add(reason == ReasonCode.GRANTED_BY_RELATION);
    }
    return allowed;
  }

  /** A userset has its relation behind the id. */
  private static SubjectRef subject(TupleWriter writer, Check check) {
    SubjectRef ref = writer.object(check.subject());
    String userset = check.subjectRelation();
    return userset == null
        ? ref
        : new SubjectRef(ref.type(), ref.id() + "#" + writer.name(check.subject().type(), userset));
  }

  /** Numbers of a request are doubles, as JSON has them. */
  private static Map<String, Object> asJson(Map<String, Object> values) {
    Map<String, Object> all = new HashMap<>(values);
    all.replaceAll((_, value) -> value instanceof Long number ? number.doubleValue() : value);
    return all;
  }
}
