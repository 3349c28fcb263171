package io.iamplane.decision.log;

import io.iamplane.decision.block.RecordIds;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.DecisionSink.Flush;
import io.iamplane.decision.log.DecisionSink.Form;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** Decisions that wait to be written as lines, each with a request of its own. */
public final class LoggedLines {

  private final FlushBuilder builder = new FlushBuilder(Form.LINES);

  private final List<LoggedDecision> all;

  private LoggedLines(List<LoggedDecision> all) {
    this.all = all;
  }

  /** Some denials of a tenant, each with a context. */
  public static LoggedLines of(OrganizationId tenant, int number, Map<String, Object> context) {
    return of(tenant, Stream.generate(UuidV7::next).limit(number).toList(), context);
  }

  /** Denials of a tenant with their ids, each with a context. */
  public static LoggedLines of(OrganizationId tenant, List<UUID> ids, Map<String, Object> context) {
    return new LoggedLines(ids.stream().map(id -> denial(id, tenant, context)).toList());
  }

  private static LoggedDecision denial(
      UUID id, OrganizationId tenant, Map<String, Object> context) {
    return Decisions.record(
        new MadeDecision(
            id,
            RecordIds.time(id),
            Decisions.asking(tenant),
            Decisions.request(context),
            Decisions.decision(ReasonCode.NO_MATCHING_GRANT)));
  }

  /** The flush that the log would write at this moment. */
  public Flush flush() {
    return builder.of(FlushBuilder.answered(all), List.of());
  }

  /** The answer was not given away. */
  public void withdraw(int index) {
    all.get(index).asking().withdraw();
  }
}
