package io.iamplane.decision.engine;

import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.Explanation.Candidate;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.language.condition.Attributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that one evaluation needs, made once and used for many: {@link #begin}, the questions in the
 * order of the algorithm, {@link #end}. One thread at a time.
 */
final class Workspace {

  private final Question question = new Question();
  private final Evaluation evaluation = new Evaluation();
  private final Groups groups = new Groups(evaluation);
  private final ScopeMatch scopes = new ScopeMatch(evaluation, question);
  private final GrantCheck check = new GrantCheck(evaluation, question, scopes);
  private final GrantScan scan = new GrantScan(evaluation, question, groups, scopes, check);
  private final RelationWalk relations = new RelationWalk(evaluation, groups);

  /** Starts a decision; null, or why the request is denied without further thought. */
  public @Nullable ReasonCode begin(
      PolicySnapshot snapshot,
      DecisionRequest request,
      Instant now,
      WorkBudget budget,
      @Nullable Recorder trace) {
    evaluation.begin(snapshot, request, question, now, budget);
    evaluation.listen(trace);
    scopes.begin();
    scan.begin();
    relations.begin();
    return question.ask(snapshot, request);
  }

  /** Lets grants and memberships that begin until a later time deny, but not permit. */
  void lookAhead(Instant until) {
    evaluation.lookAhead(until);
  }

  /** Drops all references, so that an idle workspace keeps no snapshot. */
  public void end() {
    question.end();
    evaluation.end();
    groups.end();
    scopes.end();
    scan.begin();
    relations.end();
  }

  /** Returns true if an unusual request has made it so large that it should be discarded. */
  public boolean isLarge() {
    return relations.isLarge() || groups.isLarge() || scopes.isLarge();
  }

  public Question question() {
    return question;
  }

  /** Finds the subject's groups; the rest needs them. */
  public Groups findGroups() {
    if (question.userset() == Symbols.NONE) {
      groups.find(question.knownSubject());
    } else {
      groups.findOfUserset(question.knownSubject(), question.userset());
    }
    return groups;
  }

  /** Goes through the grants; then {@link #deny} and {@link #permit} tell. */
  public void scanGrants() {
    CatalogPermission permission = question.permission();
    if (permission != null) {
      scan.scan(permission, false);
      return;
    }
    List<CatalogPermission> bound = question.bound();
    for (int i = 0; i < bound.size(); i++) {
      scan.scan(bound.get(i), true);
    }
  }

  public @Nullable IndexedGrant deny() {
    return scan.deny();
  }

  public @Nullable IndexedGrant permit() {
    return scan.permit();
  }

  /** Evaluates the question in the relation model, see {@link Truth}. */
  public int relationHolds() {
    CompiledModel model = question.model();
    if (model == null || question.relation() == Symbols.NONE) {
      return Truth.FALSE;
    }
    Node resource = question.resource();
    if (resource == null) {
      return Truth.FALSE;
    }
    evaluation.beginRelations();
    return relations.holds(model, resource, question);
  }

  public boolean relationsWereCut() {
    return relations.wasCut();
  }

  public BoundCondition named() {
    return evaluation.named();
  }

  /** Returns every grant that concerns the question, with its verdict; requires the groups. */
  public List<Candidate> candidates() {
    CatalogPermission permission = question.permission();
    if (permission != null) {
      return new CandidateGrants(evaluation, groups, check).of(permission, false);
    }
    List<Candidate> all = new ArrayList<>();
    for (CatalogPermission bound : question.bound()) {
      all.addAll(new CandidateGrants(evaluation, groups, check).of(bound, true));
    }
    return all;
  }

  public Attributes attributes() {
    return evaluation.attributes();
  }

  public int conditionErrors() {
    return evaluation.errors();
  }
}
