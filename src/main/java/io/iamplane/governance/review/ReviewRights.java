package io.iamplane.governance.review;

import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.directory.client.AccountControl;
import io.iamplane.directory.group.GroupService;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;

/** The right to decide about an item of an access review. */
@Singleton
class ReviewRights {

  static final String MANAGE = ControlPlanePermission.ACCESS_REVIEW_MANAGE.key();

  private static final String EVERYONE = "*";

  /** Accounts of one hand. */
  private static final int MOST_ACCOUNTS = 5_000;

  private final Authorizer authorizer;
  private final GroupService groups;
  private final SubjectDirectory directory;
  private final AccountControl control;

  ReviewRights(
      Authorizer authorizer,
      GroupService groups,
      SubjectDirectory directory,
      AccountControl control) {
    this.authorizer = authorizer;
    this.groups = groups;
    this.directory = directory;
    this.control = control;
  }

  /**
   * Requires that a caller may decide about an item.
   *
   * @return true if the caller decides as an administrator and not as the reviewer
   * @throws IamException FORBIDDEN for a grant of the caller's own, for a caller that is neither,
   *     and for a reviewer with an ended delegation
   */
  boolean requireDecider(Caller caller, ReviewItem item) {
    if (isOwn(caller.organization(), item.subject(), caller.subject())) {
      throw IamException.of(ErrorCode.FORBIDDEN, "You cannot decide on your own grant.");
    }
    boolean reviewer = caller.subject().equals(item.reviewer());
    if (reviewer && isInForce(caller.organization(), item)) {
      return false;
    }
    Authorizer.Verdict verdict = authorizer.authorize(caller, MANAGE);
    if (reviewer && verdict == Authorizer.Verdict.DENIED) {
      throw IamException.of(
          ErrorCode.FORBIDDEN,
          "The item was delegated to you by an account that is no longer active; ask an "
              + "administrator to delegate it again.");
    }
    verdict.require(MANAGE);
    return true;
  }

  /** Returns true if each earlier reviewer could still decide. */
  boolean isInForce(OrganizationId organization, ReviewItem item) {
    return item.delegatedBy().isEmpty() || directory.areActive(organization, item.delegatedBy());
  }

  /**
   * Returns true if a grant is a subject's own: directly, of an account under common control with
   * its own, or of a group of one of these. A grant to everyone is not a subject's own.
   */
  boolean isOwn(OrganizationId organization, SubjectRef holder, SubjectRef subject) {
    if (holder.equals(subject)) {
      return true;
    }
    if (holder.id().equals(EVERYONE)) {
      return false;
    }
    return holder.type().equals(SubjectRef.GROUP)
        ? isIn(organization, subject, holder)
        : control.isOneHand(organization, holder, subject);
  }

  /** Returns true if one of the controlled accounts, or too many to check, may be in a group. */
  private boolean isIn(OrganizationId organization, SubjectRef subject, SubjectRef group) {
    Set<SubjectRef> hand = control.controllers(organization, subject);
    List<SubjectRef> others = control.controlled(organization, hand, MOST_ACCOUNTS + 1);
    hand.addAll(others);
    return others.size() > MOST_ACCOUNTS || groups.reachesAny(organization, hand, group);
  }

  /**
   * A reviewer by id.
   *
   * @param text a user or service account, by id or external id
   * @throws IamException VALIDATION naming the member
   */
  SubjectRef reviewer(OrganizationId organization, String field, String text) {
    return directory.require(organization, field, DirectoryRules.account(field, text));
  }
}
