package io.iamplane.decision.log;

import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.language.condition.Condition;
import java.util.List;
import java.util.Map;

/** About how many bytes the inputs of a request take, as far as that matters. */
final class InputWeight {

  /** A number, a truth value, a quote, a comma. */
  private static final int VALUE = 8;

  /** A relation without its ids: the names of its members, types and relation, its times. */
  private static final int RELATION = 128;

  /** A record without inputs, names and ids, on its way. */
  private static final int RECORD = 640;

  private InputWeight() {}

  /**
   * The record of a decision about a request.
   *
   * @param most of the inputs, which are not recorded when they are more
   */
  static long ofRecord(DecisionRequest request, int most) {
    int inputs = of(request, most);
    return RECORD + (inputs <= most ? inputs : 0) + ofNames(request);
  }

  /**
   * The context and all properties.
   *
   * @param most once it is more, the rest is not looked at
   */
  static int of(DecisionRequest request, int most) {
    Party resource = request.resource();
    int weight = plus(0, request.context(), most);
    weight = plus(weight, request.subject().properties(), most);
    weight = plus(weight, request.action(), most);
    return resource == null ? weight : plus(weight, resource.properties(), most);
  }

  /** The names and ids, which are always kept, as contextual relations are. */
  private static int ofNames(DecisionRequest request) {
    Party resource = request.resource();
    int asked =
        switch (request.asked()) {
          case Asked.Permission permission -> permission.key().length();
          case Asked.Relation relation -> relation.name().length();
          case Asked.Action action -> action.name().length();
        };
    return request.subject().id().length()
        + asked
        + (resource == null ? 0 : resource.type().length() + resource.id().length())
        + ofRelations(request.relations());
  }

  private static int ofRelations(List<RelationFact> relations) {
    int weight = 0;
    for (int i = 0; i < relations.size(); i++) {
      RelationFact each = relations.get(i);
      Condition condition = each.condition();
      weight +=
          RELATION
              + each.subject().ref().id().length()
              + each.object().id().length()
              + (condition == null ? 0 : condition.canonical().length());
    }
    return weight;
  }

  private static int plus(int weight, Map<String, Object> object, int most) {
    if (object.isEmpty()) {
      return weight;
    }
    int sum = weight;
    for (Map.Entry<String, Object> member : object.entrySet()) {
      if (sum > most) {
        return sum;
      }
      sum = plusValue(sum + member.getKey().length() + VALUE, member.getValue(), most);
    }
    return sum;
  }

  private static int plusValue(int weight, Object value, int most) {
    if (value instanceof String text) {
      return weight + text.length() + VALUE;
    }
    if (value instanceof List<?> list) {
      int sum = weight;
      for (Object each : list) {
        if (sum > most) {
          return sum;
        }
        sum = plusValue(sum + VALUE, each, most);
      }
      return sum;
    }
    if (value instanceof Map<?, ?> map) {
      int sum = weight;
      for (Map.Entry<?, ?> member : map.entrySet()) {
        if (sum > most) {
          return sum;
        }
        sum =
            plusValue(
                sum + String.valueOf(member.getKey()).length() + VALUE, member.getValue(), most);
      }
      return sum;
    }
    return weight + VALUE;
  }
}
