package io.iamplane.decision.log;

import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.AskedName;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.WrittenNames.Question;
import io.iamplane.decision.log.WrittenNames.Subject;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** Decisions to record. */
final class Decisions {

  static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123456Z");

  private static final DecisionRecords RECORDS = new DecisionRecords(Set.of(), _ -> null, 4_096);

  private Decisions() {}

  static Asking asking(OrganizationId organization) {
    return new Asking(
        organization, Asking.Kind.CHECK, Caller.command(organization, "tester", "c-1"));
  }

  static DecisionRequest request(Map<String, Object> context) {
    return new DecisionRequest(
        Party.of("user", "ann"),
        new Asked.Permission("app:read", null),
        Party.of("doc", "1"),
        Map.of(),
        context,
        Aal.AAL1);
  }

  static Decision decision(ReasonCode reason) {
    return new Decision(reason, 7, Aal.AAL1, null, 0);
  }

  static LoggedDecision logged(OrganizationId organization) {
    return logged(asking(organization), ReasonCode.NO_MATCHING_GRANT, Map.of());
  }

  static LoggedDecision logged(DecisionRequest request) {
    return record(made(request, ReasonCode.NO_MATCHING_GRANT));
  }

  static LoggedDecision logged(Asking asking, ReasonCode reason, Map<String, Object> context) {
    return record(made(asking, reason, context));
  }

  static MadeDecision made(DecisionRequest request, ReasonCode reason) {
    return new MadeDecision(
        UuidV7.next(), NOW, asking(OrganizationId.next()), request, decision(reason));
  }

  static MadeDecision made(Asking asking, ReasonCode reason, Map<String, Object> context) {
    return new MadeDecision(UuidV7.next(), NOW, asking, request(context), decision(reason));
  }

  /** The record, made without a policy. */
  static LoggedDecision record(MadeDecision made) {
    return RECORDS.of(made);
  }

  /** The text of a record, with names of a policy. */
  static byte[] text(
      DecisionText writer, MadeDecision made, AskedName name, String entry, boolean complete) {
    return writer.of(
        made,
        Subject.of(made.asking().organization(), 7, made.request().subject(), entry),
        Question.of(made.asking(), 7, made.request(), name),
        complete);
  }
}
