package io.iamplane.decision.engine.generator;

import io.iamplane.decision.engine.request.Asked;
import io.iamplane.decision.engine.request.DecisionRequest;
import io.iamplane.decision.engine.request.DecisionRequest.Party;
import io.iamplane.shared.Aal;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.Map;

/** Requests over the same names as the policies. */
public final class RequestGenerator {

  private final Dice dice;
  private final Names names;
  private final FactGenerator facts;

  public RequestGenerator(Dice dice) {
    this.dice = dice;
    this.names = new Names(dice);
    this.facts = new FactGenerator(dice);
  }

  public DecisionRequest request() {
    SubjectRef subject = names.subject();
    SubjectRef resource = names.object(dice.of("doc", "doc", "folder", "folder", names.type()));
    return new DecisionRequest(
        new Party(subject.type(), subject.id(), facts.attributes()),
        asked(),
        dice.once(10) ? null : new Party(resource.type(), resource.id(), facts.attributes()),
        dice.once(4) ? Map.of("name", "forged") : Map.of(),
        dice.once(2) ? Map.of("level", dice.roll(2)) : Map.of(),
        dice.of(Aal.AAL1, Aal.AAL1, Aal.AAL2));
  }

  private Asked asked() {
    if (dice.once(2)) {
      return new Asked.Relation(names.name(), dice.once(3) ? null : names.application());
    }
    String key = names.permission();
    return dice.once(4)
        ? new Asked.Permission(key.substring(2), names.application())
        : new Asked.Permission(key, dice.maybe(5, names::application));
  }

  public Instant time() {
    return names.time();
  }
}
