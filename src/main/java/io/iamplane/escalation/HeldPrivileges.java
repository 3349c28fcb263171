package io.iamplane.escalation;

import io.iamplane.directory.group.GroupId;
import io.iamplane.directory.group.GroupService;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.GrantedPrivilege;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/** The privileges of active grants, each once, regardless of their conditions and times. */
@Singleton
class HeldPrivileges {

  private final GroupService groups;
  private final GrantService grants;

  HeldPrivileges(GroupService groups, GrantService grants) {
    this.groups = groups;
    this.grants = grants;
  }

  /** Finds the privileges of a subject, of everyone of its type, and of its groups. */
  List<GrantedPrivilege> reaching(OrganizationId organization, SubjectRef subject) {
    List<SubjectRef> holders = new ArrayList<>(groups.above(organization, subject));
    holders.add(subject);
    holders.add(new SubjectRef(subject.type(), "*"));
    return grants.privilegesOf(organization, holders);
  }

  /** Finds the privileges of a group and of the groups that contain it. */
  List<GrantedPrivilege> passedOn(OrganizationId organization, GroupId group) {
    SubjectRef subject = new SubjectRef(SubjectRef.GROUP, group.toString());
    List<SubjectRef> holders = new ArrayList<>(groups.above(organization, subject));
    holders.add(subject);
    return grants.privilegesOf(organization, holders);
  }

  /** Returns true if a holder is an account, everyone of its type, or one of its groups. */
  boolean includes(OrganizationId organization, SubjectRef holder, SubjectRef account) {
    return holder.equals(account)
        || (holder.type().equals(account.type()) && holder.id().equals("*"))
        || (holder.type().equals(SubjectRef.GROUP)
            && groups.reaches(organization, account, holder));
  }
}
