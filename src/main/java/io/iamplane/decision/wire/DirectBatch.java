package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.wire.DecisionResource.BatchView;
import io.iamplane.decision.work.RequestBudgets;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@link DecisionResource#batch} without the framework. */
@Singleton
class DirectBatch extends DirectChecks {

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
