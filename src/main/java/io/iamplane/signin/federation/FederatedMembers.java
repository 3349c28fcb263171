package io.iamplane.signin.federation;

import io.iamplane.change.Recording;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupId;
import io.iamplane.directory.group.GroupMember;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.user.User;
import io.iamplane.escalation.PrivilegedSubjects;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
   * ones led to, in some groups. No claim leads to a group that bears on privileged rights, for or
   * against them.
   */
  void map(Recording recording, User user, Set<String> references, Predicate<GroupId> among) {
    Set<GroupId> wanted = wanted(recording, references);
    take(
        recording,
        unwanted(recording, user, wanted).filter(given -> among.test(given.group())).toList());
    for (GroupId group : missing(recording, user, wanted).filter(among).toList()) {
      GroupMember member = groups.addMember(recording, group, user.subject(), null);
      identities.mark(recording, member, user.id());
    }
  }

  /** Finds the groups in which {@link #map} would give or take a membership. */
  Set<GroupId> due(Recording recording, User user, Set<String> references) {
    Set<GroupId> wanted = wanted(recording, references);
    return Stream.concat(
            unwanted(recording, user, wanted).map(FederatedIdentityStore.Given::group),
            missing(recording, user, wanted))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private Set<GroupId> wanted(Recording recording, Set<String> references) {
    Map<GroupId, SubjectRef> wanted = new HashMap<>();
    references.stream()
        .flatMap(reference -> groups.find(recording.organization(), reference).stream())
        .filter(group -> group.status() == Group.Status.ACTIVE)
        .forEach(group -> wanted.put(group.id(), group.subject()));
    wanted.values().removeAll(privileged.among(recording, wanted.values()));
    wanted.values().removeAll(privileged.keptFrom(recording, wanted.values()));
    return wanted.keySet();
  }

  private Stream<FederatedIdentityStore.Given> unwanted(
      Recording recording, User user, Set<GroupId> wanted) {
    return identities.given(recording.organization(), user.id()).stream()
        .filter(given -> !wanted.contains(given.group()));
  }

  /** A membership that an administrator gave stays theirs, whatever the claims say later. */
  private Stream<GroupId> missing(Recording recording, User user, Set<GroupId> wanted) {
    return wanted.stream().filter(group -> !identities.isMember(recording, group, user.id()));
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
