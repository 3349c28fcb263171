package io.iamplane.governance.request;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.catalog.document.RequestPolicy;
import io.iamplane.change.Recording;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.directory.client.AccountControl;
import io.iamplane.directory.group.GroupService;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks the right to approve a step of a request. */
@Singleton
class Approvers {

  private static final String ROLE = "role:";
  private static final String EVERYONE = "*";

  private final SubjectDirectory directory;
  private final GroupService groups;
  private final AccountControl control;
  private final ApproverQuery query;
  private final DecisionService decisions;
  private final PolicyDrafts drafts;

  Approvers(
      SubjectDirectory directory,
      GroupService groups,
      AccountControl control,
      ApproverQuery query,
      DecisionService decisions,
      PolicyDrafts drafts) {
    this.directory = directory;
    this.groups = groups;
    this.control = control;
    this.query = query;
    this.decisions = decisions;
    this.drafts = drafts;
  }

  /** The steps with approvers by id; empty when one of them is not there. */
  Optional<List<RequestStep>> frozen(OrganizationId organization, List<RequestPolicy.Step> steps) {
    List<RequestStep> frozen = new ArrayList<>();
    for (RequestPolicy.Step step : steps) {
      Optional<String> approver = approver(organization, step);
      if (approver.isEmpty()) {
        return Optional.empty();
      }
      frozen.add(RequestStep.waiting(step.approverType(), approver.get()));
    }
    return Optional.of(frozen);
  }

  private Optional<String> approver(OrganizationId organization, RequestPolicy.Step step) {
    String ref = step.approverRef();
    return switch (step.approverType()) {
      case USER -> account(organization, ref).map(SubjectRef::toString);
      case GROUP -> groups.find(organization, ref).map(group -> group.subject().toString());
      case ROLE -> Optional.of(ROLE + ref);
    };
  }

  private Optional<SubjectRef> account(OrganizationId organization, String ref) {
    SubjectRef named =
        SubjectRef.parse(ref)
            .filter(each -> each.type().equals(SubjectRef.SERVICE_ACCOUNT))
            .orElse(new SubjectRef(SubjectRef.USER, ref));
    return named.id().equals(EVERYONE) ? Optional.empty() : directory.find(organization, named);
  }

  /** All names by which steps may mean an account at a moment. */
  List<String> names(OrganizationId organization, SubjectRef account, Instant at) {
    List<SubjectRef> holders = new ArrayList<>(query.groups(organization, account, at, false));
    holders.add(account);
    List<String> names = new ArrayList<>(holders.stream().map(SubjectRef::toString).toList());
    holders.add(new SubjectRef(account.type(), EVERYONE));
    Set<SubjectRef> denying = new HashSet<>(holders);
    denying.addAll(query.groups(organization, account, at, true));
    query.roles(organization, holders, denying, at).forEach(role -> names.add(ROLE + role));
    return names;
  }

  /** Returns true if the approver of a step could still approve it. */
  boolean isInForce(Recording recording, SubjectRef requester, RequestStep step) {
    OrganizationId organization = recording.organization();
    SubjectRef by = step.decidedBy();
    return step.status() == RequestStep.Status.APPROVED
        && by != null
        && isActive(organization, by)
        && names(organization, by, recording.at()).contains(step.approver())
        && !isOneHand(organization, requester, by)
        && mayReview(recording, by);
  }

  /**
   * Returns true if an account may review requests, at any assurance: that of the approver was
   * checked at the approval.
   */
  private boolean mayReview(Recording recording, SubjectRef account) {
    DecisionRequest request =
        new DecisionRequest(
            Party.of(account),
            new Asked.Permission(
                ControlPlanePermission.ACCESS_REQUEST_REVIEW.key(), ControlPlane.APPLICATION),
            null,
            Map.of(),
            Map.of(),
            Aal.AAL3);
    return decisions.authorize(recording.organization(), drafts.base(recording), request).allowed();
  }

  boolean isActive(OrganizationId organization, SubjectRef account) {
    return directory.areActive(organization, List.of(account));
  }

  /** Returns true if both accounts are under common control, possibly of a third one. */
  boolean isOneHand(OrganizationId organization, SubjectRef one, SubjectRef other) {
    return control.isOneHand(organization, one, other);
  }
}
