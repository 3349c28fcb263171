package io.iamplane.decision.wire;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.decision.JsonObjects;
import io.iamplane.decision.RequestRelations;
import io.iamplane.decision.Semantic;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.json.JsonForm;
import io.iamplane.shared.json.JsonMembers;
import io.iamplane.shared.json.ValidationErrors;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The checks of a body, before their policy is known.
 *
 * @param requests one, or those of a batch, as the body has them
 * @param organization by id or key; null: the caller's
 * @param atLeast the minimum policy version; 0: any
 */
record Checks(
    List<DecisionRequest> requests,
    Semantic semantic,
    @Nullable String organization,
    long atLeast) {

  private static final int MAX = DecisionResource.MAX_CHECKS;

  private static final Set<String> ONE = plus(CheckReader.QUESTION, "organization", "at_least");
  private static final Set<String> BATCH = plus(ONE, "checks", "semantic");

  /**
   * @throws IamException VALIDATION with every error by place
   */
  static Checks one(@Nullable JsonNode body) {
    ValidationErrors errors = new ValidationErrors();
    JsonMembers members = members(body, errors).only(ONE);
    DecisionRequest request = new CheckReader(members, new JsonObjects()).read();
    return of(members, List.of(request), Semantic.EXECUTE_ALL, errors);
  }

  /**
   * @throws IamException VALIDATION with every error by place
   */
  static Checks batch(@Nullable JsonNode body) {
    ValidationErrors errors = new ValidationErrors();
    JsonMembers members = members(body, errors).only(BATCH);
    List<DecisionRequest> requests = requests(members);
    Semantic semantic = members.choice("semantic", Semantic.class);
    return of(members, requests, semantic == null ? Semantic.EXECUTE_ALL : semantic, errors);
  }

  private static Checks of(
      JsonMembers members,
      List<DecisionRequest> requests,
      Semantic semantic,
      ValidationErrors errors) {
    Checks checks = new Checks(requests, semantic, members.text("organization"), version(members));
    errors.refuse();
    return checks;
  }

  private static List<DecisionRequest> requests(JsonMembers batch) {
    JsonNode array = batch.value("checks");
    if (!array.isArray() || array.isEmpty() || array.size() > MAX) {
      batch.fault("checks", "must be an array of 1 to " + MAX + " checks");
      return List.of();
    }
    JsonObjects objects = new JsonObjects();
    if (batch.has(RequestRelations.MEMBER)) {
      objects.relations().shared(batch);
    }
    List<DecisionRequest> requests = new ArrayList<>(array.size());
    for (JsonMembers each : Objects.requireNonNull(batch.objects("checks", MAX))) {
      if (each.isReadable()) {
        JsonMembers check = each.only(CheckReader.QUESTION).withDefaults(batch);
        requests.add(new CheckReader(check, objects).read());
      }
    }
    return requests;
  }

  static long version(JsonMembers body) {
    if (!body.has("at_least")) {
      return 0;
    }
    JsonNode value = body.value("at_least");
    if (!value.canConvertToLong() || !value.isIntegralNumber() || value.longValue() < 0) {
      body.fault("at_least", "must be a policy version, a whole number of at least 0");
    }
    return value.longValue();
  }

  static JsonMembers members(@Nullable JsonNode body, ValidationErrors errors) {
    if (body == null || !body.isObject()) {
      throw IamException.of(ErrorCode.MALFORMED_REQUEST, "The body must be a JSON object.");
    }
    return JsonMembers.of(JsonForm.PHP, errors, "", body);
  }

  static Set<String> plus(Set<String> members, String... more) {
    Set<String> all = new HashSet<>(members);
    all.addAll(List.of(more));
    return Set.copyOf(all);
  }
}
