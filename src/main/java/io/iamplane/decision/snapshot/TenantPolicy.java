package io.iamplane.decision.snapshot;

import io.iamplane.catalog.application.Application;
import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.change.EndedTokens;
import io.iamplane.change.TokenHolder;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.directory.organization.Organization;
import io.iamplane.grant.duty.DutyRule;
import io.iamplane.grant.duty.DutyRuleId;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.language.relation.RelationModel;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One version of a tenant's policy: the engine's snapshot and more for decisions. Immutable. */
public final class TenantPolicy {

  private static final int SPARE_NODES = 100_000;
  private static final int SPARE_SYMBOLS = 5_000;

  /** A duty rule with some exceptions, in bytes. */
  private static final int DUTY_WEIGHT = 4_096;

  private final Organization organization;
  private final TenantApplications applications;
  private final PolicySnapshot snapshot;
  private final TokenFloors floors;
  private final List<DutyRule> duties;
  private final Names loaded;

  /** The numbers of names in a snapshot when it was loaded. */
  private record Names(int nodes, int symbols) {}

  TenantPolicy(
      Organization organization,
      TenantApplications applications,
      PolicySnapshot snapshot,
      TokenFloors floors,
      List<DutyRule> duties) {
    this(
        organization,
        applications,
        snapshot,
        floors,
        duties,
        new Names(snapshot.nodeCount(), snapshot.symbolCount()));
  }

  private TenantPolicy(
      Organization organization,
      TenantApplications applications,
      PolicySnapshot snapshot,
      TokenFloors floors,
      List<DutyRule> duties,
      Names loaded) {
    this.organization = organization;
    this.applications = applications;
    this.snapshot = snapshot;
    this.floors = floors;
    this.duties = List.copyOf(duties);
    this.loaded = loaded;
  }

  public PolicySnapshot snapshot() {
    return snapshot;
  }

  public long version() {
    return snapshot.version();
  }

  /** A suspended organization is denied everything. */
  public boolean isActive() {
    return organization.status() == Organization.Status.ACTIVE;
  }

  public boolean isNamed(String idOrKey) {
    return idOrKey.equals(organization.key()) || idOrKey.equals(organization.id().toString());
  }

  public OrganizationId organization() {
    return organization.id();
  }

  /**
   * Returns true if the token has ended since its issue: revoked by itself or with the client's
   * credential, or because its subject or the organization was suspended. Three to six lookups in
   * memory.
   */
  public boolean ended(String clientId, SubjectRef subject, Caller.Token token) {
    long version = token.policyVersion();
    String jti = token.jti();
    return version < floors.of(TokenHolder.client(clientId))
        || version < floors.of(TokenHolder.subject(subject))
        || version < floors.of(TokenHolder.ORGANIZATION)
        || (subject.type().equals(SubjectRef.USER) && version < floors.of(TokenHolder.PEOPLE))
        || (jti != null
            && floors.haveTokens()
            && (version < floors.of(TokenHolder.token(clientId, jti))
                || version < floors.of(TokenHolder.subjectOf(clientId, subject))));
  }

  /** The same, with the tokens of a holder that are older than a version ended. */
  TenantPolicy ending(TokenHolder holder, EndedTokens.Floor floor) {
    return new TenantPolicy(
        organization, applications, snapshot, floors.raised(holder, floor), duties, loaded);
  }

  public Optional<String> applicationOf(String serviceAccountId) {
    return applications.ofAccount(serviceAccountId);
  }

  /** A fresh load should replace it: a snapshot forgets a removed fact, but not its names. */
  boolean isWorn() {
    return isWorn(1);
  }

  /** Returns true if it is worn so far that it must not grow further. */
  boolean isWornOut() {
    return isWorn(2);
  }

  private boolean isWorn(int times) {
    return snapshot.nodeCount() > times * (2L * loaded.nodes + SPARE_NODES)
        || snapshot.symbolCount() > loaded.symbols + times * SPARE_SYMBOLS;
  }

  /** About how many bytes it takes in memory. */
  public long weight() {
    return snapshot.weight()
        + applications.weight()
        + (long) DUTY_WEIGHT * duties.size()
        + floors.weight();
  }

  /** Converts rows as this version declares their attributes. */
  RowFacts rowFacts() {
    return new RowFacts(applications);
  }

  /** The declared attributes that the condition of a grant reads. */
  public AttributeSchema schema(@Nullable String application, String privilegeKey) {
    return applications.schema(application, privilegeKey);
  }

  /** Returns true for an application, active or suspended, and for the control plane. */
  public boolean hasApplication(String key) {
    return key.equals(ControlPlane.APPLICATION) || applications.byKey().containsKey(key);
  }

  /** The rules of separation of duties, in the order of their ids. */
  public List<DutyRule> duties() {
    return duties;
  }

  /** With a rule in the place of the one of its id, if there is one. */
  TenantPolicy with(DutyRule rule) {
    List<DutyRule> changed = new ArrayList<>(without(rule.id()).duties);
    changed.add(rule);
    changed.sort(Comparator.comparing(each -> each.id().value()));
    return duties(changed);
  }

  TenantPolicy without(DutyRuleId rule) {
    return duties(duties.stream().filter(each -> !each.id().equals(rule)).toList());
  }

  private TenantPolicy duties(List<DutyRule> changed) {
    return new TenantPolicy(organization, applications, snapshot, floors, changed, loaded);
  }

  public List<RelationModel> models() {
    return snapshot.models();
  }

  /** All of the tenant's, suspended ones too, by key. */
  public Map<String, Application> applications() {
    return applications.byKey();
  }

  TenantPolicy at(PolicySnapshot later) {
    return new TenantPolicy(organization, applications, later, floors, duties, loaded);
  }

  TenantPolicy with(Organization changed) {
    return new TenantPolicy(changed, applications, snapshot, floors, duties, loaded);
  }

  /** Replaces the applications; their declared attributes must be unchanged. */
  TenantPolicy with(Map<String, Application> changed) {
    return new TenantPolicy(
        organization, applications.with(changed), snapshot, floors, duties, loaded);
  }
}
