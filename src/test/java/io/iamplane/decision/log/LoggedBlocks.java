package io.iamplane.decision.log;

import io.iamplane.decision.block.Block;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.shared.OrganizationId;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Blocks as the log makes them. */
public final class LoggedBlocks {

  private LoggedBlocks() {}

  /** A block of some decisions, each with a context. */
  public static Block of(OrganizationId tenant, int decisions, Map<String, Object> context) {
    Asking asking = Decisions.asking(tenant);
    List<LoggedDecision> all =
        Collections.nCopies(decisions, 0).stream()
            .map(_ -> Decisions.logged(asking, ReasonCode.NO_MATCHING_GRANT, context))
            .toList();
    return new FlushBuilder().of(all, List.of()).blocks().getFirst();
  }
}
