package io.iamplane.directory.group;

import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.change.TenantStore;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of {@code iam_group_members}. */
@Singleton
class GroupMemberStore extends TenantStore<GroupMemberStore.GroupMemberEntity, GroupMember> {

  Optional<GroupMember> find(OrganizationId organization, GroupId group, SubjectRef member) {
    return one(
        "id.organizationId = ?1 and groupId = ?2 and memberType = ?3 and memberId = ?4",
        organization.value(),
        group.value(),
        member.type(),
        member.id());
  }

  void insert(Recording recording, GroupMember member) {
    GroupMemberEntity row = new GroupMemberEntity();
    row.id = RowKey.of(recording.organization(), member.id());
    insert(recording, row, member);
  }

  void delete(Recording recording, GroupMember member) {
    delete(recording, RowKey.of(recording.organization(), member.id()));
  }

  @Entity
  @Table(name = "iam_group_members")
  static class GroupMemberEntity implements RowStore.Row<GroupMember> {

    @EmbeddedId RowKey id;
    UUID groupId;
    String memberType;
    String memberId;
    @Nullable String condition;
    @Nullable Instant validFrom;
    @Nullable Instant validUntil;
    Instant createdAt;

    @Override
    public void take(GroupMember member, Instant at) {
      groupId = member.groupId().value();
      memberType = member.member().type();
      memberId = member.member().id();
      condition = member.condition();
      validFrom = member.validFrom();
      validUntil = member.validUntil();
      createdAt = member.createdAt();
    }

    @Override
    public GroupMember value() {
      return new GroupMember(
          id.id(),
          new GroupId(groupId),
          new SubjectRef(memberType, memberId),
          condition,
          validFrom,
          validUntil,
          createdAt);
    }
  }
}
