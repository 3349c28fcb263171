package io.iamplane.directory.group;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.directory.ConditionText;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import io.iamplane.shared.wire.Patch;
import io.iamplane.shared.wire.Revision;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The life of groups and of memberships. Each method runs inside the change that records it. */
@Singleton
public class GroupService {

  private static final String MEMBER = "group_member";

  private final GroupStore groups;
  private final GroupMemberStore members;
  private final GroupQuery query;
  private final SubjectDirectory directory;
  private final Transactions transactions;

  GroupService(
      GroupStore groups,
      GroupMemberStore members,
      GroupQuery query,
      SubjectDirectory directory,
      Transactions transactions) {
    this.groups = groups;
    this.members = members;
    this.query = query;
    this.directory = directory;
    this.transactions = transactions;
  }

  /**
   * Creates a group; VALIDATION naming the member at fault; CONFLICT when key or external id is
   * taken.
   */
  public Group create(Recording recording, CreateGroupRequest request) {
    OrganizationId organization = recording.organization();
    Group group = request.toGroup(recording.at());
    if (groups.byKey(organization, group.key()).isPresent()) {
      throw IamException.conflict("A group with this key already exists.");
    }
    String externalId = group.externalId();
    if (externalId != null && groups.byExternalId(organization, externalId).isPresent()) {
      throw IamException.conflict("A group with this external_id already exists.");
    }
    // A path names a group by either: one group's name must not lead to another.
    if (groups.byExternalId(organization, group.key()).isPresent()
        || (externalId != null && groups.byKey(organization, externalId).isPresent())) {
      throw IamException.conflict(
          "Another group already uses this key as its external_id, or this external_id as its"
              + " key.");
    }
    groups.insert(recording, group);
    recording.add(Effect.created(EventType.GROUP_CREATED, SubjectRef.GROUP, id(group), group));
    return group;
  }

  /**
   * Revokes a group, which then passes nothing on. Says nothing when that is done already.
   * NOT_FOUND, PRECONDITION_FAILED.
   */
  public Group revoke(Recording recording, GroupId id, @Nullable String ifMatch) {
    Group before = find(recording, id);
    new Revision(before.revision()).requireMatch(ifMatch);
    if (before.status() == Group.Status.REVOKED) {
      return before;
    }
    Group after = before.revoked(recording.at());
    groups.update(recording, after);
    recording.add(
        Effect.changed(EventType.GROUP_REVOKED, SubjectRef.GROUP, id(after), before, after));
    return after;
  }

  public GroupMember addMember(
      Recording recording, GroupId group, SubjectRef member, @Nullable String condition) {
    return addMember(recording, group, member, condition, null, null);
  }

  /**
   * Adds a member by id or external id, {@code *} for everyone of its type; the membership that is
   * there already when it is the same.
   *
   * @throws IamException NOT_FOUND when the organization has no such group; VALIDATION when the
   *     directory should hold the member and does not, or for an invalid condition or times;
   *     CONFLICT when it is a member on other terms
   */
  public GroupMember addMember(
      Recording recording,
      GroupId group,
      SubjectRef member,
      @Nullable String condition,
      @Nullable Instant validFrom,
      @Nullable Instant validUntil) {
    find(recording, group);
    if (member.type().equals(SubjectRef.GROUP) && member.id().equals("*")) {
      throw IamException.validation("member_id", "group:* cannot be a member of a group");
    }
    DirectoryRules.requireReference("member_id", member);
    SubjectRef known = directory.require(recording.organization(), "member_id", member);
    String text = ConditionText.require("condition", condition, AttributeSchema.EMPTY);
    Instant from = DirectoryRules.micros(validFrom);
    Instant until = DirectoryRules.micros(validUntil);
    DirectoryRules.requireOrder(from, until);
    Optional<GroupMember> present = members.find(recording.organization(), group, known);
    if (present.isPresent()) {
      if (!present.get().sameTerms(text, from, until)) {
        throw IamException.conflict(
            "The subject is already a member with a different condition or validity period.");
      }
      return present.get();
    }
    GroupMember added =
        new GroupMember(UuidV7.next(), group, known, text, from, until, recording.at());
    members.insert(recording, added);
    recording.add(
        Effect.created(EventType.GROUP_MEMBER_ADDED, MEMBER, added.id().toString(), added));
    return added;
  }

  /** Removes a member; NOT_FOUND when there is no such group or membership. */
  public GroupMember removeMember(Recording recording, GroupId group, SubjectRef member) {
    find(recording, group);
    GroupMember present =
        directory
            .find(recording.organization(), member)
            .flatMap(known -> members.find(recording.organization(), group, known))
            .orElseThrow(IamException::notFound);
    members.delete(recording, present);
    recording.add(
        Effect.removed(EventType.GROUP_MEMBER_REMOVED, MEMBER, present.id().toString(), present));
    return present;
  }

  /** Replaces name and attributes, like {@link #update(Recording, GroupId, Patch, String)}. */
  public Group update(
      Recording recording, GroupId id, String name, Map<String, Object> attributes) {
    return update(recording, id, _ -> new UpdateGroupRequest(name, attributes), null);
  }

  /** Says and does nothing when a patch has no effect; NOT_FOUND, PRECONDITION_FAILED. */
  public Group update(
      Recording recording, GroupId id, Patch<UpdateGroupRequest> patch, @Nullable String ifMatch) {
    Group before = find(recording, id);
    new Revision(before.revision()).requireMatch(ifMatch);
    UpdateGroupRequest wanted = patch.onto(UpdateGroupRequest.of(before));
    Group after =
        before.with(
            DirectoryRules.name("name", wanted.name()),
            DirectoryRules.attributes("attributes", wanted.attributes()));
    if (after.name().equals(before.name()) && after.attributes().equals(before.attributes())) {
      return before;
    }
    groups.update(recording, after);
    recording.add(
        Effect.changed(EventType.GROUP_UPDATED, SubjectRef.GROUP, id(after), before, after));
    return after;
  }

  public Optional<Group> byExternalId(OrganizationId organization, String externalId) {
    return transactions.call(() -> groups.byExternalId(organization, externalId));
  }

  /**
   * Returns true if one of some subjects is in a group, also through other groups, regardless of
   * the conditions and times of the memberships.
   */
  public boolean reachesAny(
      OrganizationId organization, Collection<SubjectRef> subjects, SubjectRef group) {
    return GroupId.parse(group.id())
        .map(id -> query.reachesAny(organization, subjects, id))
        .orElse(false);
  }

  /** By id or external id. */
  public Optional<Group> byReference(OrganizationId organization, String reference) {
    return transactions.call(() ->
        GroupId.parse(reference)
            .flatMap(id -> groups.byId(organization, id.value()))
            .or(() -> groups.byExternalId(organization, reference)));
  }

  /** By id, external id or key; NOT_FOUND when the organization has no such group. */
  public Group get(OrganizationId organization, String reference) {
    return find(organization, reference).orElseThrow(IamException::notFound);
  }

  /** By id, external id or key. */
  public Optional<Group> find(OrganizationId organization, String reference) {
    return transactions.call(
        () -> byReference(organization, reference).or(() -> groups.byKey(organization, reference)));
  }

  public Page<Group> page(
      OrganizationId organization, PageRequest page, Group.@Nullable Status status) {
    return transactions.call(
        () -> query.page(organization, page, status == null ? null : status.wire()));
  }

  /** A page of a group's own members, oldest first. */
  public Page<GroupMember> members(
      OrganizationId organization, String reference, PageRequest page) {
    return transactions.call(
        () -> query.members(organization, get(organization, reference).id(), page));
  }

  public void forEach(OrganizationId organization, Consumer<Group> each) {
    query.forEach(organization, each);
  }

  public void forEachMember(OrganizationId organization, Consumer<GroupMember> each) {
    query.forEachMember(organization, each);
  }

  private Group find(Recording recording, GroupId id) {
    return groups.byId(recording.organization(), id.value()).orElseThrow(IamException::notFound);
  }

  private static String id(Group group) {
    return group.id().toString();
  }
}
