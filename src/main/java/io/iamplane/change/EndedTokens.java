package io.iamplane.change;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The image of a change that ended tokens: those of the holder that were issued at an earlier
 * version of the policy than the one that the change made. It stands in the change rows, for the
 * replicas' memory, and in no record: what ended them is recorded.
 *
 * @param endedAt when; null in images of earlier versions of the program
 */
@RegisterForReflection
public record EndedTokens(String holder, @Nullable Instant endedAt) {

  /** The target type of such a change row. */
  public static final String TARGET = "ended_tokens";

  /**
   * How long it is remembered whose tokens ended; twice the longest life of a token, since clocks
   * differ.
   */
  public static final Duration RETENTION = Duration.ofHours(2);

  /**
   * From when on a holder's tokens count.
   *
   * @param version of the policy, the first whose tokens count
   * @param at when it was raised; {@link Instant#MAX} when that is unknown
   */
  public record Floor(long version, Instant at) {}

  /** What it says of its holder, made with a version of the policy. */
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
