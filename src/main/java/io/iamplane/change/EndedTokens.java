package io.iamplane.change;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Duration;

/**
 * The image of a change that ended tokens: those of the holder that were issued at an earlier
 * version of the policy than the one that the change made. It stands in the change rows, for the
 * replicas' memory, and in no record: what ended them is recorded.
 */
@RegisterForReflection
public record EndedTokens(String holder) {

  /** The target type of such a change row. */
  public static final String TARGET = "ended_tokens";

  /**
   * How long it is remembered whose tokens ended; twice the longest life of a token, since clocks
   * differ.
   */
  static final Duration RETENTION = Duration.ofHours(2);

  static PolicyVersionStore.ChangeImage row(TokenHolder holder) {
    ObjectNode json = JsonNodeFactory.instance.objectNode().put("holder", holder.text());
    return new PolicyVersionStore.ChangeImage(
        "iam.tokens.ended", TARGET, holder.text(), null, json.toString());
  }

  static PolicyChangeListener.PolicyChange change(TokenHolder holder) {
    return new PolicyChangeListener.PolicyChange(TARGET, null, new EndedTokens(holder.text()));
  }
}
