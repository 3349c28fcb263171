package io.iamplane.directory.group;

import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.TenantStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Optional;

/** The rows of {@code iam_group_members}. */
@Singleton
class GroupMemberStore extends TenantStore<GroupMemberEntity, GroupMember> {

  Optional<GroupMember> find(OrganizationId organization, GroupId group, SubjectRef member) {
    return one(
        "id.organizationId = ?1 and groupId = ?2 and memberType = ?3 and memberId = ?4",
        organization.value(),
        group.value(),
        member.type(),
        member.id());
  }

  void insert(Recording recording, GroupMember member) {
    insert(recording, GroupMemberEntity.of(recording.organization(), member), member);
  }

  void delete(Recording recording, GroupMember member) {
    delete(recording, RowKey.of(recording.organization(), member.id()));
  }
}
