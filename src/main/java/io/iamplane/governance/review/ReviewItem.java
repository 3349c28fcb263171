package io.iamplane.governance.review;

import io.iamplane.chain.PersonalData;
import io.iamplane.grant.Grant;
import io.iamplane.grant.GrantId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A grant under review in a campaign.
 *
 * @param privileged true if the privilege was privileged at the opening of the campaign
 * @param subjectActive true if the subject was active then
 * @param holders the number of active grants of the same privilege then, this one included
 * @param lastUsedAt the time of the last decision that used the grant, as known then; null: unknown
 * @param neverUsed true if no decision ever used it, as far back as decisions were counted: since
 *     the grant was made, or for 90 days
 * @param reviewer the account that decides; null: an administrator
 * @param delegatedBy earlier reviewers, the first one first
 * @param asAdministrator true if another account than the reviewer decided
 * @param outcome the campaign's effect on the grant; null before that
 */
@RegisterForReflection
public record ReviewItem(
    UUID id,
    CampaignId campaignId,
    GrantId grantId,
    SubjectRef subject,
    Grant.PrivilegeType privilegeType,
    String privilegeKey,
    boolean privileged,
    boolean subjectActive,
    Instant grantedAt,
    int holders,
    @Nullable Instant lastUsedAt,
    boolean neverUsed,
    @Nullable SubjectRef reviewer,
    List<SubjectRef> delegatedBy,
    Decision decision,
    @Nullable SubjectRef decidedBy,
    boolean asAdministrator,
    @Nullable Instant decidedAt,
    @Nullable String note,
    @Nullable Outcome outcome)
    implements PersonalData {

  @Override
  public Set<String> personalMembers() {
    return Set.of("note");
  }

  public enum Decision implements WireName {
    UNDECIDED,
    /** It is still needed. */
    CERTIFIED,
    REVOKED
  }

  public enum Outcome implements WireName {
    KEPT,
    REVOKED,
    SUSPENDED,
    /** The grant was no longer active. */
    GONE,
    /** A rule refused, such as: the last administrator stays. The grant is as it was. */
    REFUSED
  }

  /** Returns the item with a decision; {@code administrator} if the reviewer did not decide. */
  ReviewItem decided(
      Decision said,
      @Nullable SubjectRef by,
      boolean administrator,
      @Nullable Instant at,
      @Nullable String why,
      @Nullable Outcome done) {
    return new ReviewItem(
        id,
        campaignId,
        grantId,
        subject,
        privilegeType,
        privilegeKey,
        privileged,
        subjectActive,
        grantedAt,
        holders,
        lastUsedAt,
        neverUsed,
        reviewer,
        delegatedBy,
        said,
        by,
        administrator,
        at,
        why,
        done);
  }

  /** The same without its decision, and with its reviewers. */
  ReviewItem reset() {
    return decided(Decision.UNDECIDED, null, false, null, null, null);
  }

  ReviewItem delegated(SubjectRef to, List<SubjectRef> earlier) {
    return new ReviewItem(
        id,
        campaignId,
        grantId,
        subject,
        privilegeType,
        privilegeKey,
        privileged,
        subjectActive,
        grantedAt,
        holders,
        lastUsedAt,
        neverUsed,
        to,
        earlier,
        decision,
        decidedBy,
        asAdministrator,
        decidedAt,
        note,
        outcome);
  }
}
