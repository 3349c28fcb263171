package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.decision.DecisionAnswer;
import io.iamplane.decision.work.RequestBudgets;
import jakarta.inject.Singleton;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@link DecisionResource#check} without the framework. */
@Singleton
class DirectCheck extends DirectChecks {

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
