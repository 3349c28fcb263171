package io.iamplane.review;

import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.directory.group.GroupService;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.Parameters;
import jakarta.inject.Singleton;

/** Who may decide about an item of an access review. */
@Singleton
class ReviewRights {

  static final String MANAGE = ControlPlanePermission.ACCESS_REVIEW_MANAGE.key();

  private static final String EVERYONE = "*";

  private final Authorizer authorizer;
  private final GroupService groups;
  private final SubjectDirectory directory;

  ReviewRights(Authorizer authorizer, GroupService groups, SubjectDirectory directory) {
    this.authorizer = authorizer;
    this.groups = groups;
    this.directory = directory;
  }

  /**
   * Demands that a caller may decide about an item.
   *
   * @return whether the caller does so as an administrator and not as the reviewer
   * @throws IamException FORBIDDEN for a grant of the caller's own, and for who is neither
   */
  boolean requireDecider(Caller caller, ReviewItem item) {
    if (isOwn(caller.organization(), item.subject(), caller.subject())) {
      throw IamException.of(ErrorCode.FORBIDDEN, "You cannot decide about your own grant.");
    }
    if (caller.subject().equals(item.reviewer())) {
      return false;
    }
    authorizer.authorize(caller, MANAGE).require(MANAGE);
    return true;
  }

  /**
   * Whether a grant is a subject's own: directly, or by a group that it is in. A grant to everyone
   * is no one's own.
   */
  boolean isOwn(OrganizationId organization, SubjectRef holder, SubjectRef subject) {
    return holder.equals(subject)
        || (holder.type().equals(SubjectRef.GROUP)
            && !holder.id().equals(EVERYONE)
            && groups.reaches(organization, subject, holder));
  }

  /**
   * A reviewer by id.
   *
   * @param text a user or service account, by id or external id
   * @throws IamException VALIDATION naming the member
   */
  SubjectRef reviewer(OrganizationId organization, String field, String text) {
    SubjectRef named = Parameters.reference(field, text);
    boolean canDecide =
        named.type().equals(SubjectRef.USER) || named.type().equals(SubjectRef.SERVICE_ACCOUNT);
    if (!canDecide || named.id().equals(EVERYONE)) {
      throw IamException.validation(field, "must be one user or service account");
    }
    return directory.require(organization, field, named);
  }
}
