package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.log.Asking;
import io.iamplane.decision.wire.CheckDesk.Ground;
import io.iamplane.decision.wire.DecisionResource.BatchView;
import io.iamplane.decision.work.RequestBudgets;
import io.iamplane.shared.Caller;
import io.iamplane.shared.wire.Data;
import io.iamplane.shared.wire.DirectOperation;
import io.iamplane.shared.wire.MustWaitException;
import io.iamplane.shared.wire.RequestAllowance;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A check, or a batch of them, answered straight from its connection. */
abstract class DirectChecks implements DirectOperation {

  private static final String PATH = "/api/iam/v1/decisions/";

  /** The maximum number of checks on the event loop: some hundred microseconds. */
  private static final int MOST = 100;

  private final String path;
  private final CheckDesk desk;
  private final RequestBudgets budgets;
  private final ObjectReader reader;

  DirectChecks(String path, CheckDesk desk, RequestBudgets budgets, ObjectMapper mapper) {
    this.path = PATH + path;
    this.desk = desk;
    this.budgets = budgets;
    this.reader = mapper.readerFor(JsonNode.class);
  }

  abstract Checks read(@Nullable JsonNode body);

  abstract Object shown(List<DecisionAnswer> answers);

  /** {@link DecisionResource#check} without the framework. */
  @Singleton
  static class DirectCheck extends DirectChecks {

    DirectCheck(CheckDesk desk, RequestBudgets budgets, ObjectMapper mapper) {
      super("check", desk, budgets, mapper);
    }

    @Override
    Checks read(@Nullable JsonNode body) {
      return Checks.one(body);
    }

    @Override
    Object shown(List<DecisionAnswer> answers) {
      return DecisionView.of(answers.getFirst());
    }
  }

  /** {@link DecisionResource#batch} without the framework. */
  @Singleton
  static class DirectBatch extends DirectChecks {

    DirectBatch(CheckDesk desk, RequestBudgets budgets, ObjectMapper mapper) {
      super("batch", desk, budgets, mapper);
    }

    @Override
    Checks read(@Nullable JsonNode body) {
      return Checks.batch(body);
    }

    @Override
    Object shown(List<DecisionAnswer> answers) {
      return BatchView.of(answers);
    }
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public String permission() {
    return ControlPlanePermission.DECISIONS_CHECK.key();
  }

  @Override
  public CompletionStage<?> answer(
      Caller caller, InputStream body, RequestAllowance more, BooleanSupplier gone)
      throws IOException {
    desk.requireNoQueue(caller);
    JsonNode question = reader.readValue(body);
    if (question != null && question.path("checks").size() > MOST) {
      MustWaitException.requireMayWait();
    }
    Checks checks = read(question);
    more.charge(checks.requests().size() - 1);
    Ground ground = desk.ground(caller, Asking.Kind.CHECK, checks);
    return desk.decide(ground, checks, () -> budgets.open(caller.organization(), gone))
        .thenApply(all -> new Data<>(shown(all)));
  }
}
