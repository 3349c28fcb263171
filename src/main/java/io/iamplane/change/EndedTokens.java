package io.iamplane.change;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The image of a change that ended the holder's tokens: all that were issued at an earlier version
 * of the policy than the change's own. It stands in the change rows, for the replicas' memory, and
 * in no record, since the record of the change has the reason.
 *
 * @param endedAt the time of the change; null in images of earlier versions of the program
 */
@RegisterForReflection
public record EndedTokens(String holder, @Nullable Instant endedAt) {

  public static final String TARGET = "ended_tokens";

  /** The retention of such images; twice the longest life of a token, since clocks differ. */
  public static final Duration RETENTION = Duration.ofHours(2);

  /**
   * The first valid version for a holder's tokens.
   *
   * @param version of the policy; tokens of earlier versions have ended
   * @param at the time of the change; {@link Instant#MAX} if unknown
   */
  public record Floor(long version, Instant at) {}

  /** The floor for the holder's tokens if a version of the policy has this image. */
  public Floor floor(long version) {
    return new Floor(version, endedAt == null ? Instant.MAX : endedAt);
  }

  static PolicyVersionStore.ChangeImage row(TokenHolder holder, Instant at) {
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("holder", holder.text())
            .put("ended_at", at.toString());
    return new PolicyVersionStore.ChangeImage(
        "iam.tokens.ended", TARGET, holder.text(), null, json.toString());
  }

  static PolicyChangeListener.PolicyChange change(TokenHolder holder, Instant at) {
    return new PolicyChangeListener.PolicyChange(TARGET, null, new EndedTokens(holder.text(), at));
  }
}
