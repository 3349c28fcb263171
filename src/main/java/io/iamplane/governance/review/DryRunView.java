package io.iamplane.governance.review;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.governance.review.ReviewProgressQuery.Pending;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The effects of closing a campaign now.
 *
 * @param blastRadius the share of {@code revoke} and {@code suspend} among all items, 0 to 1
 * @param needsConfirmation true if that exceeds the campaign's {@code max_blast_radius}
 * @param losses a page of the grants that it would revoke or suspend
 * @param nextCursor leads to the next page; null, and present as null, on the last one
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.ALWAYS)
public record DryRunView(
    int items,
    long undecided,
    long revoke,
    long suspend,
    double blastRadius,
    boolean needsConfirmation,
    List<LossView> losses,
    @Nullable String nextCursor) {

  /** A grant that closing would end, {@code effect} being {@code revoke} or {@code suspend}. */
  @RegisterForReflection
  public record LossView(
      UUID itemId,
      UUID grantId,
      String subject,
      String privilegeKey,
      Campaign.OnUnconfirmed effect) {

    static LossView of(Pending item) {
      return new LossView(
          item.id(), item.grant(), item.subject().toString(), item.privilegeKey(), item.action());
    }
  }
}
