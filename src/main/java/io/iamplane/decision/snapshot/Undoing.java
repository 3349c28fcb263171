package io.iamplane.decision.snapshot;

import io.iamplane.change.EndedTokens;
import io.iamplane.change.PolicyChangeListener.PolicyChange;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;

/** The changes that take versions of a policy back. */
final class Undoing {

  private Undoing() {}

  /**
   * The reverse of some versions, the latest first. Tokens that ended stay ended: no decision reads
   * them.
   */
  static List<PolicyChange> of(NavigableMap<Long, List<PolicyChange>> versions) {
    List<PolicyChange> reverse = new ArrayList<>();
    for (List<PolicyChange> version : versions.descendingMap().values()) {
      for (PolicyChange change : version.reversed()) {
        if (!change.targetType().equals(EndedTokens.TARGET)) {
          reverse.add(new PolicyChange(change.targetType(), change.after(), change.before()));
        }
      }
    }
    return reverse;
  }
}
