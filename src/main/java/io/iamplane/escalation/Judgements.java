package io.iamplane.escalation;

import io.iamplane.change.Recording;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.StepUp;
import io.iamplane.decision.engine.RightsReader;
import io.iamplane.directory.client.AccountControl;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;

/** Judges callers by the policy that their change starts from. */
@Singleton
class Judgements {

  private final PolicyDrafts drafts;
  private final AccountControl control;
  private final StepUp stepUp;

  Judgements(PolicyDrafts drafts, AccountControl control, StepUp stepUp) {
    this.drafts = drafts;
    this.control = control;
    this.stepUp = stepUp;
  }

  /**
   * Checks the caller of a change; FORBIDDEN; STEP_UP_REQUIRED; CONFLICT when groups and grants are
   * too many to be judged.
   */
  void judge(Recording recording, Consumer<Judgement> judge) {
    judge(
        drafts.base(recording),
        recording.organization(),
        recording.caller(),
        recording.at(),
        judge);
  }

  /** Judges a change that is only tried. */
  void judge(OrganizationId organization, Caller caller, Instant at, Consumer<Judgement> judge) {
    judge(drafts.base(organization), organization, caller, at, judge);
  }

  private void judge(
      PolicyView base,
      OrganizationId organization,
      Caller caller,
      Instant at,
      Consumer<Judgement> judge) {
    try {
      judge.accept(
          new Judgement(
              organization,
              caller,
              Objects.requireNonNull(base.policy()).snapshot(),
              control,
              stepUp,
              at));
    } catch (RightsReader.TooWideException e) {
      throw IamException.conflict(
          "This change affects too many groups and grants to be checked; simplify them first.");
    }
  }
}
