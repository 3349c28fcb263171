package io.iamplane.decision.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.Semantic;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.Asking;
import io.iamplane.decision.log.MadeDecision;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Answers of a batch if the log has no room for the one that would have ended it. */
class CheckDeskTest {

  private static final DecisionRequest REQUEST =
      new DecisionRequest(
          Party.of(SubjectRef.USER, "ann"),
          new Asked.Permission("shop:order.read", null),
          null,
          Map.of(),
          Map.of(),
          Aal.AAL1);

  private static final OrganizationId TENANT = OrganizationId.next();
  private static final Asking ASKING =
      new Asking(TENANT, Asking.Kind.CHECK, Caller.command(TENANT, "tester", "c"));

  private static final ReasonCode PERMIT = ReasonCode.GRANTED_BY_GRANT;
  private static final ReasonCode DENIAL = ReasonCode.NO_MATCHING_GRANT;
  private static final ReasonCode FULL = ReasonCode.DECISION_LOG_FULL;

  @Test
  void aPermitEndsTheBatch() {
    assertThat(recorded(Semantic.PERMIT_ON_FIRST_PERMIT, 4, true, DENIAL, PERMIT))
        .containsExactly(DENIAL, PERMIT);
  }

  @Test
  void aPermitWithoutRoomEndsNothing() {
    assertThat(recorded(Semantic.PERMIT_ON_FIRST_PERMIT, 4, false, DENIAL, PERMIT))
        .containsExactly(FULL, FULL, FULL, FULL);
  }

  @Test
  void aDenialForWantOfRoomEndsTheBatchAsAnyOther() {
    assertThat(recorded(Semantic.DENY_ON_FIRST_DENY, 3, false, PERMIT, PERMIT, DENIAL))
        .containsExactly(FULL);
  }

  @Test
  void allAreAnsweredWhereNothingEndsTheBatch() {
    assertThat(recorded(Semantic.EXECUTE_ALL, 3, true, PERMIT, DENIAL, PERMIT))
        .containsExactly(PERMIT, DENIAL, PERMIT);
  }

  private static List<ReasonCode> recorded(
      Semantic semantic, int requests, boolean room, ReasonCode... considered) {
    Checks checks = new Checks(Collections.nCopies(requests, REQUEST), semantic, null, 0);
    return CheckDesk.recorded(
            checks,
            Stream.of(considered).map(CheckDeskTest::considered).toList(),
            each -> new DecisionAnswer(each.id(), room ? each.decision() : decision(FULL)),
            _ -> considered(FULL))
        .stream()
        .map(answer -> answer.decision().reason())
        .toList();
  }

  private static MadeDecision considered(ReasonCode reason) {
    return new MadeDecision(UuidV7.next(), Instant.EPOCH, ASKING, REQUEST, decision(reason));
  }

  private static Decision decision(ReasonCode reason) {
    return new Decision(reason, 1, null, null, 0);
  }
}
