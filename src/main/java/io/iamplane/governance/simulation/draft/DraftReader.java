package io.iamplane.governance.simulation.draft;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.manifest.CatalogService;
import io.iamplane.catalog.manifest.SubmittedManifest;
import io.iamplane.catalog.role.RoleService;
import io.iamplane.change.Effect;
import io.iamplane.database.Transactions;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.snapshot.PolicyWorkbench;
import io.iamplane.grant.CreateGrantRequest;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantConditionGuard;
import io.iamplane.grant.GrantId;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.PolicyFacts;
import io.iamplane.grant.relation.RelationConditionGuard;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the policy of a draft, in memory. A draft is refused for the same reasons as the change
 * itself, except for rules about its caller and about facts that must always remain.
 */
@Singleton
public class DraftReader {

  private final GrantService grants;
  private final RoleService roles;
  private final CatalogService catalog;
  private final GrantConditionGuard grantConditions;
  private final RelationConditionGuard relationConditions;
  private final PolicyDrafts drafts;
  private final Transactions transactions;
  private final Clock clock;

  DraftReader(
      GrantService grants,
      RoleService roles,
      CatalogService catalog,
      GrantConditionGuard grantConditions,
      RelationConditionGuard relationConditions,
      PolicyDrafts drafts,
      Transactions transactions,
      Clock clock) {
    this.grants = grants;
    this.roles = roles;
    this.catalog = catalog;
    this.grantConditions = grantConditions;
    this.relationConditions = relationConditions;
    this.drafts = drafts;
    this.transactions = transactions;
    this.clock = clock;
  }

  /**
   * The policy with a draft; VALIDATION naming the place in the draft; CONFLICT when the draft is
   * too large.
   */
  public PolicyDraft read(OrganizationId organization, PolicyWorkbench bench, DraftBody body) {
    List<Effect> effects = new ArrayList<>();
    JsonNode manifest = body.manifest();
    if (manifest != null && !manifest.isNull()) {
      effects.addAll(
          placed("draft.manifest", () -> applied(organization, SubmittedManifest.parse(manifest))));
    }
    roles(organization, body, effects);
    revoked(organization, or(body.revokeGrants()), effects);
    return with(organization, bench, effects, or(body.grants()));
  }

  /** The policy with a manifest; CONFLICT when a condition would no longer compile. */
  public PolicyDraft read(OrganizationId organization, PolicyWorkbench bench, Manifest manifest) {
    return with(organization, bench, applied(organization, manifest), List.of());
  }

  /** Stored conditions must compile after the draft, as after the change. */
  private List<Effect> applied(OrganizationId organization, Manifest manifest) {
    List<Effect> effects = catalog.drafted(organization, manifest, now());
    transactions.run(() -> {
      grantConditions.check(organization, effects);
      relationConditions.check(organization, effects);
    });
    return effects;
  }

  private PolicyDraft with(
      OrganizationId organization,
      PolicyWorkbench bench,
      List<Effect> before,
      List<CreateGrantRequest> requests) {
    PolicyDraft without = PolicyDraft.of(bench, before, Map.of());
    if (requests.isEmpty()) {
      return without;
    }
    List<Effect> effects = new ArrayList<>(before);
    Map<String, String> places = new HashMap<>();
    // Roles and permissions of the draft can be granted.
    PolicyFacts.Present facts = drafts.facts(without.after());
    for (int i = 0; i < requests.size(); i++) {
      String place = "grants[" + i + "]";
      CreateGrantRequest request = requests.get(i);
      Grant grant =
          placed(
              "draft." + place,
              () -> grants.check(organization, facts, request.toNewGrant(now()), now()));
      places.put(grant.id().toString(), place);
      effects.add(GrantService.created(grant));
    }
    return PolicyDraft.of(bench, effects, places);
  }

  private void roles(OrganizationId organization, DraftBody body, List<Effect> effects) {
    var made = or(body.roles());
    for (int i = 0; i < made.size(); i++) {
      var role = made.get(i);
      effects.add(
          placed("draft.roles[" + i + "]", () -> roles.drafted(organization, role, effects)));
    }
    List<String> deleted = or(body.deleteRoles());
    for (int i = 0; i < deleted.size(); i++) {
      String key = deleted.get(i);
      effects.add(
          placed(
              "draft.delete_roles[" + i + "]",
              () -> roles.draftedDeletion(organization, key, effects)));
    }
    Set<String> keys = new HashSet<>(deleted);
    made.forEach(role -> keys.add(role.key()));
    if (keys.size() < made.size() + deleted.size()) {
      throw IamException.validation("draft.roles", "each role must occur only once in a draft");
    }
  }

  private void revoked(OrganizationId organization, List<String> ids, List<Effect> effects) {
    for (int i = 0; i < ids.size(); i++) {
      String place = "draft.revoke_grants[" + i + "]";
      if (ids.indexOf(ids.get(i)) < i) {
        continue;
      }
      GrantId id =
          GrantId.parse(ids.get(i))
              .orElseThrow(() -> IamException.validation(place, "must be a grant id"));
      Grant before = placed(place, () -> grants.get(organization, id));
      if (before.status() == Grant.Status.REVOKED) {
        throw IamException.validation(place, "the grant is already revoked");
      }
      effects.add(GrantService.revoked(before));
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }

  private static <T> List<T> or(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }

  /**
   * Reads an object of the draft; VALIDATION naming the place, also for refusals of the change
   * itself as a conflict, or as not found.
   */
  private static <T> T placed(String place, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IamException e) {
      if (e.code() == ErrorCode.VALIDATION) {
        Map<String, List<String>> errors = new HashMap<>();
        e.errors().forEach((member, messages) -> errors.put(place + "." + member, messages));
        throw IamException.validation(errors);
      }
      if (e.code() == ErrorCode.NOT_FOUND) {
        throw IamException.validation(place, "not found");
      }
      if (e.code() == ErrorCode.CONFLICT) {
        throw IamException.validation(place, e.detail());
      }
      throw e;
    }
  }
}
