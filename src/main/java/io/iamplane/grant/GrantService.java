package io.iamplane.grant;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.manifest.FirstGrant;
import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.directory.ConditionText;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.directory.SubjectDirectory;
import io.iamplane.grant.GrantFactsQuery.GrantFacts;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.Revision;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The life of grants. Each method runs inside the change that records it. */
@Singleton
public class GrantService implements FirstGrant {

  private static final String TARGET = "grant";

  private final GrantStore store;
  private final GrantQuery list;
  private final GrantSubjects subjects;
  private final SubjectDirectory directory;
  private final GrantFactsQuery query;
  private final Transactions transactions;

  GrantService(
      GrantStore store,
      GrantQuery list,
      GrantSubjects subjects,
      SubjectDirectory directory,
      GrantFactsQuery query,
      Transactions transactions) {
    this.store = store;
    this.list = list;
    this.subjects = subjects;
    this.directory = directory;
    this.query = query;
    this.transactions = transactions;
  }

  /** An application's own account may ask for decisions from its first manifest on. */
  @Override
  public void give(Recording recording, SubjectRef account) {
    create(
        recording,
        NewGrant.role(account, ControlPlane.DECISION_CLIENT).from(Grant.FROM_MANIFEST).build());
  }

  public Grant grantAdministrator(Recording recording, SubjectRef subject) {
    return create(
        recording, NewGrant.role(subject, ControlPlane.ADMINISTRATOR).from("seed").build());
  }

  /**
   * Grants.
   *
   * @throws IamException VALIDATION naming the member at fault: a subject that is unknown or can
   *     never match, an unknown privilege or application, an invalid resource, a condition that
   *     does not compile, a time that ends before it begins
   */
  public Grant create(Recording recording, NewGrant request) {
    GrantFacts facts = query.before(recording, request);
    Grant grant = prepare(recording.organization(), facts, request, recording.at());
    store.insert(recording, grant);
    recording.add(created(grant));
    return grant;
  }

  /** The grant that {@link #create} would make, refused for the same reasons; writes nothing. */
  public Grant check(OrganizationId organization, NewGrant request, Instant at) {
    return transactions.call(
        () -> prepare(organization, query.of(organization, request), request, at));
  }

  /** The same by a policy that is not that of the tables. */
  public Grant check(
      OrganizationId organization, PolicyFacts.Present policy, NewGrant request, Instant at) {
    return transactions.call(
        () -> prepare(organization, GrantFactsQuery.of(policy, request), request, at));
  }

  public static Effect created(Grant grant) {
    return Effect.created(EventType.GRANT_CREATED, TARGET, grant.id().toString(), grant);
  }

  public static Effect revoked(Grant before) {
    return Effect.changed(
        EventType.GRANT_REVOKED,
        TARGET,
        before.id().toString(),
        before,
        before.with(Grant.Status.REVOKED));
  }

  private Grant prepare(
      OrganizationId organization, GrantFacts facts, NewGrant request, Instant at) {
    DirectoryRules.requireReference("subject", request.subject());
    DirectoryRules.requireReference("resource", request.resource());
    require(facts, request);
    subjects.require(organization, request.subject());
    Grant grant =
        new Grant(
            GrantId.next(),
            known(facts, "subject", request.subject()),
            request.privilegeType(),
            request.privilegeKey(),
            request.effect(),
            request.application(),
            request.resource() == null ? null : known(facts, "resource", request.resource()),
            ConditionText.require("condition", request.condition(), facts.schema()),
            DirectoryRules.micros(request.validFrom()),
            DirectoryRules.micros(request.validUntil()),
            request.activationRequired(),
            null,
            null,
            Grant.Status.ACTIVE,
            request.source(),
            request.justification(),
            1,
            at);
    DirectoryRules.requireOrder(grant.validFrom(), grant.validUntil());
    return grant;
  }

  /**
   * Revokes permanently; the same privilege may be granted again.
   *
   * @param ifMatch the header {@code If-Match}, null when absent
   * @throws IamException NOT_FOUND, PRECONDITION_FAILED; CONFLICT when it is revoked already
   */
  public Grant revoke(Recording recording, GrantId id, @Nullable String ifMatch) {
    return change(
        recording,
        id,
        EventType.GRANT_REVOKED,
        before -> {
          new Revision(before.revision()).requireMatch(ifMatch);
          refuse(before.status() == Grant.Status.REVOKED, "The grant is already revoked.");
          return before.with(Grant.Status.REVOKED);
        });
  }

  /** Takes its effect away until it is reinstated; NOT_FOUND; CONFLICT when it is not active. */
  public Grant suspend(Recording recording, GrantId id) {
    return change(
        recording,
        id,
        EventType.GRANT_SUSPENDED,
        before -> {
          refuse(before.status() != Grant.Status.ACTIVE, "Only an active grant can be suspended.");
          return before.with(Grant.Status.SUSPENDED);
        });
  }

  /** Revokes or suspends many at once; returns those that were active, as they are now. */
  public List<Grant> endAll(Recording recording, Collection<UUID> ids, Grant.Status status) {
    if (ids.isEmpty()) {
      return List.of();
    }
    EventType type =
        switch (status) {
          case REVOKED -> EventType.GRANT_REVOKED;
          case SUSPENDED -> EventType.GRANT_SUSPENDED;
          case ACTIVE -> throw new IllegalArgumentException("a grant cannot end as active");
        };
    List<Grant> before = list.active(recording.organization(), ids);
    List<Grant> after = before.stream().map(grant -> grant.with(status)).toList();
    store.updateAll(recording, after);
    for (int i = 0; i < after.size(); i++) {
      recording.add(
          Effect.changed(type, TARGET, after.get(i).id().toString(), before.get(i), after.get(i)));
    }
    return after;
  }

  /**
   * Lifts a suspension.
   *
   * @param ifMatch the header {@code If-Match}, null when absent
   * @throws IamException NOT_FOUND, PRECONDITION_FAILED; CONFLICT when it is not suspended
   */
  public Grant reinstate(Recording recording, GrantId id, @Nullable String ifMatch) {
    return change(
        recording,
        id,
        EventType.GRANT_REINSTATED,
        before -> {
          new Revision(before.revision()).requireMatch(ifMatch);
          refuse(before.status() != Grant.Status.SUSPENDED, "The grant is not suspended.");
          return before.with(Grant.Status.ACTIVE);
        });
  }

  /**
   * Wakes a grant that needs activation.
   *
   * @param until when it is dormant again; null: not as long as it lasts
   * @throws IamException NOT_FOUND; CONFLICT when it needs none, or is revoked
   */
  public Grant activate(Recording recording, GrantId id, @Nullable Instant until) {
    return change(
        recording,
        id,
        EventType.GRANT_ACTIVATED,
        before -> {
          refuse(!before.activationRequired(), "The grant does not require activation.");
          refuse(before.status() == Grant.Status.REVOKED, "The grant is revoked.");
          return before.activated(recording.at(), until);
        });
  }

  /** Reads a grant; NOT_FOUND when the organization has no such grant. */
  public Grant get(OrganizationId organization, GrantId id) {
    return transactions.call(() -> list.byId(organization, id)).orElseThrow(IamException::notFound);
  }

  /**
   * Returns grants, oldest first; VALIDATION for a subject that the directory should hold and does
   * not.
   */
  public Page<Grant> page(OrganizationId organization, PageRequest page, GrantFilter filter) {
    return transactions.call(() ->
        list.page(
            organization,
            page,
            new GrantFilter(
                directory.requireOrNull(organization, "filter[subject]", filter.subject()),
                filter.privilegeKey(),
                directory.requireOrNull(organization, "filter[resource]", filter.resource()),
                filter.status())));
  }

  /** Finds the roles, among these, that an active grant denies to any subject. */
  public List<String> deniedRoles(OrganizationId organization, Collection<String> roles) {
    return list.deniedRoles(organization, roles);
  }

  /**
   * Finds the active grants with the subject, privilege, application and resource of a new one,
   * regardless of their conditions and times, oldest first.
   */
  public List<Grant> alike(OrganizationId organization, Grant grant, int limit) {
    return transactions.call(() -> list.alike(organization, grant, limit));
  }

  /** Every grant of an organization that may yet count, one at a time. */
  public void forEachNotRevoked(OrganizationId organization, Consumer<Grant> each) {
    list.forEachNotRevoked(organization, each);
  }

  private Grant change(
      Recording recording, GrantId id, EventType type, UnaryOperator<Grant> change) {
    Grant before = list.byId(recording.organization(), id).orElseThrow(IamException::notFound);
    Grant after = change.apply(before);
    store.update(recording, after);
    recording.add(Effect.changed(type, TARGET, id.toString(), before, after));
    return after;
  }

  private static void refuse(boolean when, String detail) {
    if (when) {
      throw IamException.conflict(detail);
    }
  }

  private static void require(GrantFacts facts, NewGrant request) {
    if (!facts.hasApplication()) {
      throw IamException.validation("application", "there is no such application");
    }
    if (!facts.hasPrivilege()) {
      throw IamException.validation(
          "privilege_key", "there is no such " + request.privilegeType().wire());
    }
  }

  private static SubjectRef known(GrantFacts facts, String field, SubjectRef reference) {
    SubjectRef entry = facts.known().get(reference);
    if (entry == null) {
      throw SubjectDirectory.unknown(field, reference);
    }
    return entry;
  }
}
