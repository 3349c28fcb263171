package io.iamplane.decision.guard;

import io.iamplane.catalog.CatalogReader;
import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.decision.DecisionService;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.request.Asked;
import io.iamplane.decision.engine.request.DecisionRequest;
import io.iamplane.decision.engine.request.DecisionRequest.Party;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds who administers an organization: active users and service accounts whom its policy allows
 * every permission of the control plane, without any context.
 */
@ApplicationScoped
class Administrators {

  private static final String EVERYONE = "*";
  private static final PageRequest SOME = new PageRequest(PageRequest.MAX_LIMIT, null);

  private final CatalogReader catalog;
  private final ControlledPermissions controlled;
  private final GrantService grants;
  private final GroupService groups;
  private final UserService users;
  private final ServiceAccountService accounts;
  private final DecisionService decisions;

  Administrators(
      CatalogReader catalog,
      ControlledPermissions controlled,
      GrantService grants,
      GroupService groups,
      UserService users,
      ServiceAccountService accounts,
      DecisionService decisions) {
    this.catalog = catalog;
    this.controlled = controlled;
    this.grants = grants;
    this.groups = groups;
    this.users = users;
    this.accounts = accounts;
    this.decisions = decisions;
  }

  /** Who holds anything that an administrator has to hold, by the rows as they are. */
  List<SubjectRef> holders(OrganizationId organization) {
    List<String> keys = new ArrayList<>();
    keys.add(ControlPlane.ADMINISTRATOR);
    keys.add(ControlPlanePermission.GRANTS_MANAGE.key());
    catalog.forEachRole(
        organization,
        role -> {
          if (role.application() == null
              && controlled.of(organization, role).contains(ControlPlanePermission.GRANTS_MANAGE)) {
            keys.add(role.key());
          }
        });
    return grants.presentFor(organization, keys).stream().map(Grant::subject).toList();
  }

  /** The users and service accounts that some subjects are or contain. */
  Set<SubjectRef> people(OrganizationId organization, Collection<SubjectRef> subjects) {
    Set<SubjectRef> found = new LinkedHashSet<>();
    List<SubjectRef> someGroups =
        subjects.stream().filter(subject -> subject.type().equals(SubjectRef.GROUP)).toList();
    subjects.forEach(subject -> add(organization, subject, found));
    groups.within(organization, someGroups).forEach(subject -> add(organization, subject, found));
    return found;
  }

  private void add(OrganizationId organization, SubjectRef subject, Set<SubjectRef> found) {
    if (subject.type().equals(SubjectRef.GROUP)) {
      return;
    }
    if (!subject.id().equals(EVERYONE)) {
      found.add(subject);
    } else if (subject.type().equals(SubjectRef.USER)) {
      users.page(organization, SOME, User.Status.ACTIVE, null).items().stream()
          .map(User::subject)
          .forEach(found::add);
    } else if (subject.type().equals(SubjectRef.SERVICE_ACCOUNT)) {
      accounts.page(organization, SOME, ServiceAccount.Status.ACTIVE).items().stream()
          .map(ServiceAccount::subject)
          .forEach(found::add);
    }
  }

  /** Whether a policy makes one of some subjects an administrator. */
  boolean isAny(PolicyView policy, OrganizationId organization, Collection<SubjectRef> subjects) {
    List<ControlPlanePermission> all = ControlPlane.permissions(catalog.isPlatform(organization));
    return subjects.stream()
        .anyMatch(
            subject -> all.stream().allMatch(permission -> isAllowed(policy, subject, permission)));
  }

  private boolean isAllowed(
      PolicyView policy, SubjectRef subject, ControlPlanePermission permission) {
    DecisionRequest request =
        new DecisionRequest(
            Party.of(subject),
            new Asked.Permission(permission.key(), ControlPlane.APPLICATION),
            null,
            Map.of(),
            Map.of(),
            Aal.AAL3);
    return decisions.decide(policy, request).decision().allowed();
  }
}
