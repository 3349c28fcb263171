package io.iamplane.decision;

import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.log.Asking;
import io.iamplane.decision.log.DecisionLog;
import io.iamplane.decision.work.DecisionConfig;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Gives answers away once their records are written, where the installation asks for that; else at
 * once. Answers whose records are not written in time become denials.
 */
@Singleton
public class RecordedAnswers {

  private final DecisionLog log;
  private final Duration patience;

  @Inject
  RecordedAnswers(DecisionLog log, DecisionConfig config) {
    this(log, config.requestDeadline());
  }

  RecordedAnswers(DecisionLog log, Duration patience) {
    this.log = log;
    this.patience = patience;
  }

  /**
   * The answers to give.
   *
   * @param asking the request whose answers these are, all of them
   */
  public Uni<List<DecisionAnswer>> of(Asking asking, List<DecisionAnswer> answers) {
    return Uni.createFrom().completionStage(stage(asking, answers));
  }

  /** The same; complete at once where nothing is waited for. */
  public CompletionStage<List<DecisionAnswer>> stage(Asking asking, List<DecisionAnswer> answers) {
    if (answers.stream().noneMatch(RecordedAnswers::waits)) {
      // To learn that the database does not answer, no caller waits for it. What found no room has
      // no record to wait for; so those who wait are no more than the buffer holds decisions.
      return CompletableFuture.completedFuture(answers);
    }
    CompletableFuture<Boolean> written = log.written();
    if (written.isDone()) {
      return CompletableFuture.completedFuture(answers);
    }
    return Uni.createFrom()
        .completionStage(written)
        .ifNoItem()
        .after(patience)
        .recoverWithItem(() -> {
          asking.withdraw();
          return false;
        })
        .map(done -> done ? answers : answers.stream().map(DecisionAnswer::withdrawn).toList())
        .subscribeAsCompletionStage();
  }

  private static boolean waits(DecisionAnswer answer) {
    ReasonCode reason = answer.decision().reason();
    return reason != ReasonCode.DEPENDENCY_UNAVAILABLE && reason != ReasonCode.DECISION_LOG_FULL;
  }
}
