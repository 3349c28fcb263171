package io.iamplane.decision.log;

import io.iamplane.decision.engine.fact.ConditionUse;
import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.Match;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.WrittenNames.Question;
import io.iamplane.decision.log.WrittenNames.Subject;
import io.iamplane.language.condition.Condition;
import io.iamplane.shared.Aal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes the record of a decision: one JSON object on one line, its members always in the same
 * order. The block's tree hashes exactly this text, which is never written again.
 */
final class DecisionText {

  private static final String REDACTED = "[redacted]";

  private final Set<String> redact;

  /** One per thread that decides. */
  private final ThreadLocal<Pen> pens = ThreadLocal.withInitial(Pen::new);

  /** The tools of one thread. */
  private static final class Pen {

    private final RecordLine line = new RecordLine();

    /** The members in the middle of an answer; most are those of the last one for that reason. */
    private final @Nullable Verdict[] verdicts = new Verdict[ReasonCode.values().length];
  }

  private record Verdict(Asking.Kind kind, long version, @Nullable Aal required, byte[] text) {

    boolean is(Asking.Kind otherKind, Decision decision) {
      return kind == otherKind
          && version == decision.policyVersion()
          && required == decision.requiredAal();
    }
  }

  /** Takes the names of inputs with values that must not be written. */
  DecisionText(Set<String> redact) {
    this.redact = Set.copyOf(redact);
  }

  /** The record of a decision, in ASCII; without its inputs unless complete. */
  byte[] of(MadeDecision made, Subject subject, Question question, boolean complete) {
    Pen pen = pens.get();
    RecordLine line = pen.line.begin();
    line.open('{');
    writeAnswer(pen, made);
    writeQuestion(line, made.request(), subject, question);
    writeInputs(line, made.request(), complete);
    line.close('}');
    line.join(made.asking().record());
    return line.toByteArray();
  }

  private static void writeAnswer(Pen pen, MadeDecision made) {
    RecordLine to = pen.line;
    Decision decision = made.decision();
    to.uuid(RecordMember.ID, made.id());
    to.time(RecordMember.AT, made.at());
    to.members(verdict(pen, made.asking().kind(), decision).text());
    to.name(RecordMember.MATCHED);
    to.open('[');
    for (Match match : decision.matched()) {
      to.open('{');
      to.text(RecordMember.TYPE, match.type());
      to.text(RecordMember.KEY, match.key());
      to.text(RecordMember.ID, match.id());
      to.close('}');
    }
    to.close(']');
  }

  private static Verdict verdict(Pen pen, Asking.Kind kind, Decision decision) {
    int reason = decision.reason().ordinal();
    Verdict known = pen.verdicts[reason];
    if (known == null || !known.is(kind, decision)) {
      known =
          new Verdict(
              kind, decision.policyVersion(), decision.requiredAal(), verdict(kind, decision));
      pen.verdicts[reason] = known;
    }
    return known;
  }

  private static byte[] verdict(Asking.Kind kind, Decision decision) {
    RecordLine to = new RecordLine();
    to.open('{');
    to.text(RecordMember.KIND, kind.wire());
    to.text(RecordMember.OUTCOME, Outcome.of(decision.reason()).wire());
    to.text(RecordMember.REASON_CODE, decision.reason().wire());
    to.name(RecordMember.POLICY_VERSION);
    to.number(decision.policyVersion());
    Aal required = decision.requiredAal();
    if (required != null) {
      to.text(RecordMember.REQUIRED_AAL, required.wire());
    }
    return to.toByteArray();
  }

  private static void writeQuestion(
      RecordLine to, DecisionRequest request, Subject subject, Question question) {
    to.members(subject.text());
    to.members(question.text());
    Party resource = request.resource();
    if (resource != null) {
      to.reference(RecordMember.RESOURCE, resource.type(), resource.id());
    }
    to.text(RecordMember.CURRENT_AAL, request.currentAal().wire());
  }

  private void writeInputs(RecordLine to, DecisionRequest request, boolean complete) {
    boolean redacted = complete && writeInputs(to, request);
    redacted |= writeRelations(to, request.relations());
    to.text(RecordMember.INPUTS, !complete ? "omitted" : redacted ? "redacted" : "complete");
  }

  private boolean writeInputs(RecordLine to, DecisionRequest request) {
    Party resource = request.resource();
    boolean redacted = writeInputs(to, RecordMember.CONTEXT, request.context());
    redacted |= writeInputs(to, RecordMember.SUBJECT_PROPERTIES, request.subject().properties());
    redacted |= writeInputs(to, RecordMember.ACTION_PROPERTIES, request.action());
    if (resource != null) {
      redacted |= writeInputs(to, RecordMember.RESOURCE_PROPERTIES, resource.properties());
    }
    return redacted;
  }

  /** In the form in which they were sent; an empty list when they are redacted. */
  private boolean writeRelations(RecordLine to, List<RelationFact> relations) {
    if (relations.isEmpty()) {
      return false;
    }
    RecordMember name = RecordMember.CONTEXTUAL_RELATIONS;
    boolean redacted = redact.contains(name.title());
    to.name(name);
    to.open('[');
    List<RelationFact> shown = redacted ? List.of() : relations;
    for (RelationFact each : shown) {
      redacted |= writeRelation(to, each);
    }
    to.close(']');
    return redacted;
  }

  /** Returns true if a part is redacted. */
  private boolean writeRelation(RecordLine to, RelationFact relation) {
    to.open('{');
    to.text(RecordMember.SUBJECT, relation.subject().toString());
    to.text(RecordMember.RELATION, relation.relation());
    to.text(RecordMember.OBJECT, relation.object().toString());
    boolean redacted = false;
    switch (relation.condition()) {
      case null -> {}
      case ConditionUse use -> redacted = writeNamed(to, use);
      case Condition own -> to.text(RecordMember.CONDITION, own.canonical());
    }
    if (relation.from() != null) {
      to.text(RecordMember.VALID_FROM, relation.from().toString());
    }
    if (relation.until() != null) {
      to.text(RecordMember.VALID_UNTIL, relation.until().toString());
    }
    to.close('}');
    return redacted;
  }

  private boolean writeNamed(RecordLine to, ConditionUse use) {
    to.name(RecordMember.NAMED_CONDITION);
    to.open('{');
    to.text(RecordMember.NAME, use.name());
    boolean redacted = writeInputs(to, RecordMember.VALUES, use.values());
    to.close('}');
    return redacted;
  }

  private boolean writeInputs(RecordLine to, RecordMember name, Map<String, Object> values) {
    if (values.isEmpty()) {
      return false;
    }
    to.name(name);
    return writeObject(to, values);
  }

  private boolean writeObject(RecordLine to, Map<?, ?> object) {
    boolean redacted = false;
    to.open('{');
    for (Map.Entry<?, ?> member : object.entrySet()) {
      String name = String.valueOf(member.getKey());
      to.name(name);
      if (redact.contains(name)) {
        to.text(REDACTED);
        redacted = true;
      } else {
        redacted |= writeValue(to, member.getValue());
      }
    }
    to.close('}');
    return redacted;
  }

  private boolean writeValue(RecordLine to, @Nullable Object value) {
    switch (value) {
      case null -> to.plain("null");
      case String text -> to.text(text);
      case Boolean truth -> to.plain(String.valueOf(truth));
      case Long number -> to.number(number);
      case Number number -> to.number(number.doubleValue());
      case Map<?, ?> object -> {
        return writeObject(to, object);
      }
      case List<?> list -> {
        boolean redacted = false;
        to.open('[');
        for (Object each : list) {
          redacted |= writeValue(to, each);
        }
        to.close(']');
        return redacted;
      }
      default -> to.text(value.toString());
    }
    return false;
  }
}
