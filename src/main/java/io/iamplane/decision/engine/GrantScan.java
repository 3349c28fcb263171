package io.iamplane.decision.engine;

import io.iamplane.decision.engine.question.Explanation.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Scans the grants of the subject, its groups and its wildcard that contain a permission, and keeps
 * the first deny and the first permit by id.
 */
final class GrantScan {

  private final Evaluation evaluation;
  private final Question question;
  private final Groups groups;
  private final ScopeMatch scopes;
  private final GrantCheck check;
  private boolean deniesOnly;
  private @Nullable IndexedGrant deny;
  private @Nullable IndexedGrant permit;

  GrantScan(
      Evaluation evaluation,
      Question question,
      Groups groups,
      ScopeMatch scopes,
      GrantCheck check) {
    this.evaluation = evaluation;
    this.question = question;
    this.groups = groups;
    this.scopes = scopes;
    this.check = check;
  }

  void begin() {
    deny = null;
    permit = null;
  }

  @Nullable IndexedGrant deny() {
    return deny;
  }

  @Nullable IndexedGrant permit() {
    return permit;
  }

  /** Scans the grants, or only the denies for a relation that the permission is bound to. */
  void scan(CatalogPermission permission, boolean onlyDenies) {
    deniesOnly = onlyDenies;
    scan(groups.subject(), permission, Truth.TRUE);
    scan(groups.secondName(), permission, Truth.TRUE);
    scan(groups.everyone(), permission, Truth.TRUE);
    for (int i = 0; i < groups.count(); i++) {
      Node group = groups.group(i);
      scan(group, permission, groups.truth(i));
      scan(evaluation.snapshot().second(group), permission, groups.truth(i));
    }
  }

  private void scan(@Nullable Node subject, CatalogPermission permission, int truth) {
    GrantSet set = subject == null ? null : subject.grants();
    if (set == null) {
      return;
    }
    if (set.isFew()) {
      for (int i = 0; i < set.privilegeCount(); i++) {
        if (permission.isIn(set.privilege(i))) {
          consider(set.grant(i), permission, truth);
        }
      }
    } else if (set.privilegeCount() <= permission.privilegeCount()) {
      for (int i = 0; i < set.privilegeCount(); i++) {
        if (permission.isIn(set.privilege(i))) {
          lookUp(set, set.privilege(i), permission, truth);
        }
      }
    } else {
      for (int i = 0; i < permission.privilegeCount(); i++) {
        if (set.hasPrivilege(permission.privilege(i))) {
          lookUp(set, permission.privilege(i), permission, truth);
        }
      }
    }
  }

  private void lookUp(GrantSet set, int privilege, CatalogPermission permission, int truth) {
    consider(set.unscoped(privilege), permission, truth);
    consider(set.forType(privilege, question.resourceType()), permission, truth);
    List<Ref> names = scopes.names();
    for (int i = 0; i < names.size(); i++) {
      consider(set.forResource(privilege, names.get(i)), permission, truth);
    }
  }

  private void consider(IndexedGrant @Nullable [] grants, CatalogPermission permission, int truth) {
    if (grants != null) {
      for (IndexedGrant grant : grants) {
        consider(grant, permission, truth);
      }
    }
  }

  private void consider(IndexedGrant grant, CatalogPermission permission, int truth) {
    evaluation.grant();
    if (grant.isDeny()) {
      if (isFirst(grant, deny) && check.verdict(grant, permission, truth) == Verdict.COUNTED) {
        deny = grant;
      }
    } else if (deny == null
        && !deniesOnly
        && isFirst(grant, permit)
        && check.verdict(grant, permission, truth) == Verdict.COUNTED) {
      permit = grant;
    }
  }

  private static boolean isFirst(IndexedGrant grant, @Nullable IndexedGrant found) {
    return found == null || grant.compareId(found) < 0;
  }
}
