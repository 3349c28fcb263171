package io.iamplane.governance.preview;

import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.PolicyView;
import io.iamplane.decision.engine.question.Decision;
import io.iamplane.decision.work.RequestBudget;
import io.iamplane.escalation.DutyGuard;
import io.iamplane.escalation.LastAdministratorGuard;
import io.iamplane.escalation.PowerGuard;
import io.iamplane.escalation.WeightGuard;
import io.iamplane.governance.preview.PreviewView.ChangedPermission;
import io.iamplane.governance.preview.PreviewView.Conflict;
import io.iamplane.governance.preview.PreviewView.Holders;
import io.iamplane.governance.preview.PreviewView.Outcome;
import io.iamplane.grant.CreateGrantRequest;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantFilter;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Previews the effects of a grant, and refuses it for the same reasons as the grant. */
@Singleton
class GrantPreview {

  private static final int MAX_CHANGES = 1_000;
  private static final int MAX_CONFLICTS = 100;

  private final GrantService grants;
  private final LastAdministratorGuard administrators;
  private final PowerGuard powers;
  private final DutyGuard duties;
  private final WeightGuard weights;
  private final SubjectPolicy policies;
  private final PolicyDrafts drafts;
  private final Clock clock;

  GrantPreview(
      GrantService grants,
      LastAdministratorGuard administrators,
      PowerGuard powers,
      DutyGuard duties,
      WeightGuard weights,
      SubjectPolicy policies,
      PolicyDrafts drafts,
      Clock clock) {
    this.grants = grants;
    this.administrators = administrators;
    this.powers = powers;
    this.duties = duties;
    this.weights = weights;
    this.policies = policies;
    this.drafts = drafts;
    this.clock = clock;
  }

  PreviewView preview(Caller caller, CreateGrantRequest request) {
    OrganizationId organization = caller.organization();
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    Grant grant = grants.check(organization, request.toNewGrant(now), now);
    administrators.requireGrantable(organization, caller, grant);
    powers.requireGrantable(organization, caller, grant, now);
    duties.requireGrantable(organization, grant, now);
    weights.requireGrantable(organization, grant);
    PolicyView before = policies.of(organization);
    PolicyView after = drafts.of(before, List.of(GrantService.created(grant)));
    @Nullable Outcome current;
    List<ChangedPermission> changes;
    try (RequestBudget budget = policies.open(before)) {
      current = current(before, grant, budget);
      changes = changes(before, after, grant, budget);
    }
    return new PreviewView(
        Objects.requireNonNull(before.policy()).version(),
        current,
        changes,
        holders(organization, grant),
        conflicts(organization, grant),
        List.of());
  }

  private @Nullable Outcome current(PolicyView view, Grant grant, RequestBudget budget) {
    return switch (grant.privilegeType()) {
      case PERMISSION ->
          Outcome.of(
              policies.decide(
                  view, grant.subject(), grant.privilegeKey(), grant.resource(), budget));
      case ROLE -> null;
    };
  }

  private List<ChangedPermission> changes(
      PolicyView before, PolicyView after, Grant grant, RequestBudget budget) {
    SortedMap<String, Decision> now =
        policies.decideAll(before, grant.subject(), grant.resource(), _ -> true, budget);
    SortedMap<String, Decision> then =
        policies.decideAll(after, grant.subject(), grant.resource(), _ -> true, budget);
    List<ChangedPermission> changes = new ArrayList<>();
    for (Map.Entry<String, Decision> each : now.entrySet()) {
      Decision later = Objects.requireNonNull(then.get(each.getKey()));
      if (each.getValue().allowed() != later.allowed() && changes.size() < MAX_CHANGES) {
        changes.add(
            new ChangedPermission(each.getKey(), Outcome.of(each.getValue()), Outcome.of(later)));
      }
    }
    return changes;
  }

  private Holders holders(OrganizationId organization, Grant grant) {
    GrantFilter filter = new GrantFilter(null, grant.privilegeKey(), null, Grant.Status.ACTIVE);
    Page<Grant> first =
        grants.page(organization, new PageRequest(PageRequest.DEFAULT_LIMIT, null), filter);
    return new Holders(
        first.items().stream().map(held -> held.subject().toString()).distinct().toList(),
        first.nextPosition() != null);
  }

  private List<Conflict> conflicts(OrganizationId organization, Grant grant) {
    return grants.alike(organization, grant, MAX_CONFLICTS).stream()
        .map(present ->
            new Conflict(
                present.effect() == grant.effect() ? "duplicate" : "opposite_effect",
                present.id().value()))
        .toList();
  }
}
