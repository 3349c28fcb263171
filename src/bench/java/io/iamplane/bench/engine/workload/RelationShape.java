package io.iamplane.bench.engine.workload;

import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.SnapshotBuilder;
import io.iamplane.decision.engine.fact.ApplicationFact;
import io.iamplane.decision.engine.fact.Fact;
import io.iamplane.decision.engine.fact.ModelFact;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.fact.RelationFact.Subject;
import io.iamplane.decision.engine.fact.SubjectFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A single question with a cost that depends on one number: of parents, or of contextual relations.
 */
public enum RelationShape {
  /** {@code parent->view} over one folder that the subject views. */
  ARROW_1("`->` over 1 parent", "some", 1, 0, true),
  /** Over a thousand folders, none of which the subject views. */
  ARROW_1000("`->` over 1,000 parents, none", "some", 1_000, 1_000, false),
  ALL_1("`.all` over 1 parent", "every", 1, 0, true),
  ALL_1000("`.all` over 1,000 parents, all", "every", 1_000, 0, true),
  ALL_1000_BUT_ONE("`.all` over 1,000 parents, all but one", "every", 1_000, 1, false),
  CONTEXTUAL_0("no contextual relation", 0),
  CONTEXTUAL_1("1 contextual relation", 1),
  CONTEXTUAL_10("10 contextual relations", 10),
  CONTEXTUAL_100("100 contextual relations", 100);

  private static final String APPLICATION = "shop";
  private static final SubjectRef ANN = new SubjectRef("user", "ann");
  private static final SubjectRef PLAN = new SubjectRef("document", "plan");

  private final String title;
  private final String asked;
  private final int parents;
  private final int without;
  private final int own;
  private final boolean allowed;

  /**
   * Over stored parents.
   *
   * @param without how many of them the subject does not view
   */
  RelationShape(String title, String asked, int parents, int without, boolean allowed) {
    this.title = title;
    this.asked = asked;
    this.parents = parents;
    this.without = without;
    this.own = 0;
    this.allowed = allowed;
  }

  /** Over relations of the request: folders that the document is in; the last is viewed. */
  RelationShape(String title, int own) {
    this.title = title;
    this.asked = "some";
    this.parents = 1;
    this.without = 0;
    this.own = own;
    this.allowed = true;
  }

  public String title() {
    return title;
  }

  /** The answer. */
  public boolean isAllowed() {
    return allowed;
  }

  public PolicySnapshot snapshot() {
    SnapshotBuilder builder = PolicySnapshot.builder();
    facts().forEach(builder::add);
    return builder.build(1);
  }

  /** The policy; other evaluators are given the same. */
  public List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    facts.add(new ApplicationFact(APPLICATION, true));
    facts.add(new ModelFact(APPLICATION, model()));
    facts.add(new SubjectFact(ANN, null, true, Map.of()));
    for (int i = 0; i < parents; i++) {
      facts.add(relation("p" + i, folder(i), "parent", PLAN));
      if (i >= without) {
        facts.add(relation("v" + i, ANN, "viewer", folder(i)));
      }
    }
    return facts;
  }

  public DecisionRequest request() {
    List<RelationFact> relations = new ArrayList<>();
    for (int i = 0; i < own; i++) {
      relations.add(relation("contextual_relations[" + i + "]", folder(10 + i), "parent", PLAN));
    }
    return DecisionRequest.of(Party.of(ANN), new Asked.Relation(asked, APPLICATION), Party.of(PLAN))
        .with(relations);
  }

  private static SubjectRef folder(int number) {
    return new SubjectRef("folder", "f" + number);
  }

  private static RelationFact relation(
      String id, SubjectRef subject, String relation, SubjectRef object) {
    return RelationFact.of(id, Subject.of(subject), relation, object);
  }

  private static RelationModel model() {
    return Objects.requireNonNull(
        RelationModel.parse(
                Map.of(
                    "folder",
                    Map.of("relations", Map.of("viewer", "user")),
                    "document",
                    Map.of(
                        "relations",
                        Map.of("parent", "folder"),
                        "permissions",
                        Map.of("some", "parent->viewer", "every", "parent.all(viewer)"))))
            .model());
  }
}
