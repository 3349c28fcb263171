package io.iamplane.decision.log;

import io.iamplane.shared.OrganizationId;
import java.util.List;
import java.util.UUID;

/**
 * Records of one tenant and minute, in the order of their ids.
 *
 * @param lines one at least
 */
public record RecordLines(OrganizationId organization, List<Line> lines) {

  /**
   * A record.
   *
   * @param id the decision's
   * @param text one JSON object in UTF-8, without a line feed
   * @param count how it is counted: the number is 1
   */
  public record Line(UUID id, byte[] text, DecisionCount count) {}

  /** Identifies the lines that were written together: the id of the first decision. */
  public UUID id() {
    return lines.getFirst().id();
  }
}
