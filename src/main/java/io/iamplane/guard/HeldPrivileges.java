package io.iamplane.guard;

import io.iamplane.directory.group.GroupId;
import io.iamplane.directory.group.GroupService;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.GrantedPrivilege;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;

/** The privileges of active grants, each once, whatever their conditions and times say. */
@Singleton
class HeldPrivileges {

  private final GroupService groups;
  private final GrantService grants;

  HeldPrivileges(GroupService groups, GrantService grants) {
    this.groups = groups;
    this.grants = grants;
  }

  /** Those of a subject, of everyone of its type, and of the groups that it is in. */
  List<GrantedPrivilege> reaching(OrganizationId organization, SubjectRef subject) {
    List<SubjectRef> holders = new ArrayList<>(groups.above(organization, subject));
    holders.add(subject);
    holders.add(new SubjectRef(subject.type(), "*"));
    return grants.privilegesOf(organization, holders);
  }

  /** Those that a group passes on: its own and those of the groups that it is in. */
  List<GrantedPrivilege> passedOn(OrganizationId organization, GroupId group) {
    SubjectRef subject = new SubjectRef(SubjectRef.GROUP, group.toString());
    List<SubjectRef> holders = new ArrayList<>(groups.above(organization, subject));
    holders.add(subject);
    return grants.privilegesOf(organization, holders);
  }

  /** Whether a holder is an account, everyone of its type, or a group that it is in. */
  boolean includes(OrganizationId organization, SubjectRef holder, SubjectRef account) {
    return holder.equals(account)
        || (holder.type().equals(account.type()) && holder.id().equals("*"))
        || (holder.type().equals(SubjectRef.GROUP)
            && groups.reaches(organization, account, holder));
  }
}
