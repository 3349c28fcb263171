package io.iamplane.signin.federation;

import io.iamplane.change.Recording;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupId;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserId;
import io.iamplane.escalation.PrivilegedSubjects;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The memberships that came of claims. */
@Singleton
class FederatedMembers {

  private final FederatedIdentityStore identities;
  private final GroupService groups;
  private final PrivilegedSubjects privileged;

  FederatedMembers(
      FederatedIdentityStore identities, GroupService groups, PrivilegedSubjects privileged) {
    this.identities = identities;
    this.groups = groups;
    this.privileged = privileged;
  }

  /**
   * Gives the memberships that claims lead to by references of groups, and takes those that earlier
   * ones led to. No claim leads to a group that bears on privileged rights, for or against them.
   */
  void map(Recording recording, User user, Set<String> references) {
    Map<GroupId, SubjectRef> wanted = new HashMap<>();
    references.stream()
        .flatMap(reference -> groups.find(recording.organization(), reference).stream())
        .filter(group -> group.status() == Group.Status.ACTIVE)
        .forEach(group -> wanted.put(group.id(), group.subject()));
    wanted.values().removeAll(privileged.among(recording, wanted.values()));
    wanted.values().removeAll(privileged.keptFrom(recording, wanted.values()));
    take(
        recording,
        identities.given(recording.organization(), user.id()).stream()
            .filter(given -> !wanted.containsKey(given.group()))
            .toList());
    for (GroupId group : wanted.keySet()) {
      // A membership that an administrator gave stays theirs, whatever the claims say later.
      if (!identities.isMember(recording, group, user.id())) {
        GroupMember member = groups.addMember(recording, group, user.subject(), null);
        identities.mark(recording, member, user.id());
      }
    }
  }

  void takeAll(Recording recording, UserId user) {
    take(recording, identities.given(recording.organization(), user));
  }

  /**
   * Takes memberships. One that keeps privileged rights from the person stays, as if an
   * administrator had given it: its end would give these rights back, which no provider may, and
   * must not hold the rest up.
   */
  void take(Recording recording, List<FederatedIdentityStore.Given> some) {
    Set<SubjectRef> keeping =
        privileged.keptFrom(
            recording, some.stream().map(FederatedIdentityStore.Given::groupSubject).toList());
    for (FederatedIdentityStore.Given each : some) {
      if (keeping.contains(each.groupSubject())) {
        identities.unmark(recording, each);
      } else {
        groups.removeMember(recording, each.group(), each.user().subject());
      }
    }
  }
}
