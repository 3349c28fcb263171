package io.iamplane.decision;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.Asking;
import io.iamplane.decision.log.DecisionLog;
import io.iamplane.decision.work.DecisionConfig;
import io.iamplane.shared.trace.Span;
import io.iamplane.shared.trace.SpanAttribute;
import io.iamplane.shared.trace.SpanName;
import io.iamplane.shared.trace.Tracer;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Holds answers until their decision records are durable, if the settings require it. Answers
 * become denials when their records are refused or not written in time.
 */
@Singleton
public class RecordedAnswers {

  private final DecisionLog log;
  private final Duration patience;
  private final Tracer tracer;

  @Inject
  RecordedAnswers(DecisionLog log, DecisionConfig config, Tracer tracer) {
    this(log, config.requestDeadline(), tracer);
  }

  RecordedAnswers(DecisionLog log, Duration patience, Tracer tracer) {
    this.log = log;
    this.patience = patience;
    this.tracer = tracer;
  }

  /** Returns all answers to a request once they may be given. */
  public Uni<List<DecisionAnswer>> of(Asking asking, List<DecisionAnswer> answers) {
    return Uni.createFrom().completionStage(stage(asking, answers));
  }

  /** The same; complete at once where nothing is waited for. */
  public CompletionStage<List<DecisionAnswer>> stage(Asking asking, List<DecisionAnswer> answers) {
    Span span = tracer.start(SpanName.DECISION_LOG);
    span.attribute(SpanAttribute.DECISIONS, answers.size());
    CompletionStage<List<DecisionAnswer>> stage = begin(asking, answers, span);
    span.leave();
    return stage;
  }

  private CompletionStage<List<DecisionAnswer>> begin(
      Asking asking, List<DecisionAnswer> answers, Span span) {
    if (answers.stream().noneMatch(RecordedAnswers::waits)) {
      // To learn that the database does not answer, no caller waits for it. What found no room has
      // no record to wait for; so those who wait are no more than the buffer holds decisions.
      end(span, "unavailable");
      return CompletableFuture.completedFuture(answers);
    }
    CompletableFuture<Boolean> written = log.written(asking);
    if (written.isDone() && !asking.isWithdrawn()) {
      end(span, "accepted");
      return CompletableFuture.completedFuture(answers);
    }
    return Uni.createFrom()
        .completionStage(written)
        .ifNoItem()
        .after(patience)
        .recoverWithItem(() -> !asking.withdraw())
        .invoke(done -> end(span, outcome(done, asking)))
        .map(done -> done && !asking.isWithdrawn())
        .map(done -> done ? answers : answers.stream().map(DecisionAnswer::withdrawn).toList())
        .subscribeAsCompletionStage();
  }

  private static String outcome(boolean done, Asking asking) {
    if (!done) {
      return "late";
    }
    return asking.isWithdrawn() ? "refused" : "written";
  }

  private static void end(Span span, String outcome) {
    span.attribute(SpanAttribute.OUTCOME, outcome);
    span.end();
  }

  private static boolean waits(DecisionAnswer answer) {
    ReasonCode reason = answer.decision().reason();
    return reason != ReasonCode.DEPENDENCY_UNAVAILABLE && reason != ReasonCode.DECISION_LOG_FULL;
  }
}
