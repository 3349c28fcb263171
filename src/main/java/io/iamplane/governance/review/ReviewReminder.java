package io.iamplane.governance.review;

import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.time.LocalDate;

/**
 * A reminder, as its event shows it.
 *
 * @param undecided the number of undecided items: the recipient's own, or for the owner all of the
 *     campaign
 * @param day of the reviews' time zone
 */
@RegisterForReflection
public record ReviewReminder(
    CampaignId campaignId,
    SubjectRef recipient,
    Audience audience,
    long undecided,
    Instant dueAt,
    String link,
    LocalDate day) {

  public enum Audience implements WireName {
    REVIEWER,
    /** In the last 48 hours. */
    OWNER
  }
}
