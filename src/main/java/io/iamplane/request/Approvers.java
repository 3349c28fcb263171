package io.iamplane.request;

import io.iamplane.catalog.document.RequestPolicy;
import io.iamplane.client.AccountControl;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.directory.group.GroupService;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Who may approve a step of a request. */
@Singleton
class Approvers {

  private static final String ROLE = "role:";
  private static final String EVERYONE = "*";

  private final SubjectDirectory directory;
  private final GroupService groups;
  private final AccountControl control;
  private final ApproverQuery query;

  Approvers(
      SubjectDirectory directory,
      GroupService groups,
      AccountControl control,
      ApproverQuery query) {
    this.directory = directory;
    this.groups = groups;
    this.control = control;
    this.query = query;
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
    String machine = SubjectRef.SERVICE_ACCOUNT + ":";
    SubjectRef named =
        ref.startsWith(machine)
            ? new SubjectRef(SubjectRef.SERVICE_ACCOUNT, ref.substring(machine.length()))
            : new SubjectRef(SubjectRef.USER, ref);
    return named.id().equals(EVERYONE) ? Optional.empty() : directory.find(organization, named);
  }

  /** All names by which steps may mean an account at a moment. */
  List<String> names(OrganizationId organization, SubjectRef account, Instant at) {
    List<SubjectRef> holders = new ArrayList<>(query.groups(organization, account, at));
    holders.add(account);
    List<String> names = new ArrayList<>(holders.stream().map(SubjectRef::toString).toList());
    holders.add(new SubjectRef(account.type(), EVERYONE));
    query.roles(organization, holders, at).forEach(role -> names.add(ROLE + role));
    return names;
  }

  /** Whether an account could still approve a step that it approved. */
  boolean isInForce(OrganizationId organization, RequestStep step, Instant at) {
    SubjectRef by = step.decidedBy();
    return step.status() == RequestStep.Status.APPROVED
        && by != null
        && isActive(organization, by)
        && names(organization, by, at).contains(step.approver());
  }

  boolean isActive(OrganizationId organization, SubjectRef account) {
    return query.isActive(organization, account);
  }

  /** Whether one hand moves both accounts. */
  boolean isOneHand(OrganizationId organization, SubjectRef one, SubjectRef other) {
    return one.equals(other)
        || controls(organization, one, other)
        || controls(organization, other, one);
  }

  private boolean controls(OrganizationId organization, SubjectRef one, SubjectRef other) {
    return other.type().equals(SubjectRef.SERVICE_ACCOUNT)
        && !control.controlledBy(organization, List.of(other), List.of(one)).isEmpty();
  }
}
