package io.iamplane.simulation.draft;

import io.iamplane.audit.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.decision.PolicyDrafts;
import io.iamplane.decision.PolicyView;
import io.iamplane.grant.CreateGrantRequest;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantId;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the policy of a draft, in memory. What the change itself would be refused for, a draft is
 * refused for as well, but for rules about who makes it.
 */
@Singleton
public class DraftReader {

  private static final String GRANT = "grant";

  private final GrantService grants;
  private final PolicyDrafts drafts;
  private final Clock clock;

  DraftReader(GrantService grants, PolicyDrafts drafts, Clock clock) {
    this.grants = grants;
    this.drafts = drafts;
    this.clock = clock;
  }

  /**
   * The policy with a draft.
   *
   * @param before one that has a policy
   * @throws IamException VALIDATION naming the place in the draft
   */
  public PolicyDraft read(OrganizationId organization, PolicyView before, DraftBody body) {
    PolicyView after = with(before, revoked(organization, or(body.revokeGrants())));
    Map<String, String> places = new HashMap<>();
    after = with(after, made(organization, after, or(body.grants()), places));
    return new PolicyDraft(before, after, places);
  }

  private PolicyView with(PolicyView view, List<Effect> effects) {
    return effects.isEmpty() ? view : drafts.of(view, effects);
  }

  private List<Effect> revoked(OrganizationId organization, List<String> ids) {
    Map<GrantId, Effect> effects = new LinkedHashMap<>();
    for (int i = 0; i < ids.size(); i++) {
      String place = "draft.revoke_grants[" + i + "]";
      GrantId id =
          GrantId.parse(ids.get(i))
              .orElseThrow(() -> IamException.validation(place, "must be the id of a grant"));
      effects.putIfAbsent(id, revoked(organization, id, place));
    }
    return List.copyOf(effects.values());
  }

  private Effect revoked(OrganizationId organization, GrantId id, String place) {
    try {
      Grant before = grants.get(organization, id);
      if (before.status() == Grant.Status.REVOKED) {
        throw IamException.validation(place, "the grant is already revoked");
      }
      return Effect.changed(
          EventType.GRANT_REVOKED, GRANT, id.toString(), before, before.with(Grant.Status.REVOKED));
    } catch (IamException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        throw IamException.validation(place, "there is no such grant");
      }
      throw e;
    }
  }

  private List<Effect> made(
      OrganizationId organization,
      PolicyView view,
      List<CreateGrantRequest> requests,
      Map<String, String> places) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    List<Effect> effects = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      CreateGrantRequest request = requests.get(i);
      String place = "grants[" + i + "]";
      Grant grant =
          at(
              "draft." + place + ".",
              () -> grants.check(organization, drafts.facts(view), request.toNewGrant(), now));
      places.put(grant.id().toString(), place);
      effects.add(Effect.created(EventType.GRANT_CREATED, GRANT, grant.id().toString(), grant));
    }
    return effects;
  }

  /** Names the places of errors as they are in the whole body. */
  private static <T> T at(String place, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (IamException e) {
      if (e.code() != ErrorCode.VALIDATION) {
        throw e;
      }
      Map<String, List<String>> errors = new HashMap<>();
      e.errors().forEach((member, messages) -> errors.put(place + member, messages));
      throw IamException.validation(errors);
    }
  }

  private static <T> List<T> or(@Nullable List<T> list) {
    return list == null ? List.of() : list;
  }
}
