package io.iamplane.decision.log;

import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.language.condition.Condition;
import java.util.List;
import java.util.Map;

/**
 * The bytes that a request will take in its record, before it is written: as many or a few more. A
 * character takes up to six, so that a count of characters would let one request take the room of
 * others.
 */
final class InputWeight {

  /** A number, a truth value, quotes, a comma. */
  private static final int VALUE = 24;

  /** A relation without its ids: the names of its members, its times. */
  private static final int RELATION = 160;

  /** A record on its way, with the objects around it, without names, ids and inputs. */
  private static final int RECORD = 640;

  private static final int ESCAPE = 6;
  private static final int SHORT_ESCAPE = 2;
  private static final char MAX_ASCII = 0x7f;

  private InputWeight() {}

  /**
   * The record of a decision about a request; more than so many bytes of inputs are not recorded.
   */
  static long ofRecord(DecisionRequest request, int most) {
    int inputs = of(request, most);
    return RECORD + (inputs <= most ? inputs : 0) + ofNames(request);
  }

  /** The context and all properties; beyond the limit the rest is not looked at. */
  static int of(DecisionRequest request, int most) {
    Party resource = request.resource();
    int weight = plus(0, request.context(), most);
    weight = plus(weight, request.subject().properties(), most);
    weight = plus(weight, request.action(), most);
    return resource == null ? weight : plus(weight, resource.properties(), most);
  }

  /** The names and ids, which are always kept, as contextual relations are; some stand twice. */
  private static long ofNames(DecisionRequest request) {
    Party subject = request.subject();
    Party resource = request.resource();
    String asked = request.asked().name();
    String application = request.asked().application();
    return 2L * (written(subject.type()) + written(subject.id()) + written(asked))
        + (application == null ? 0 : 2L * written(application))
        + (resource == null ? 0 : 2L * (written(resource.type()) + written(resource.id())))
        + ofRelations(request.relations());
  }

  private static long ofRelations(List<RelationFact> relations) {
    long weight = 0;
    for (int i = 0; i < relations.size(); i++) {
      RelationFact each = relations.get(i);
      Condition condition = each.condition();
      weight +=
          RELATION
              + written(each.subject().toString())
              + written(each.relation())
              + written(each.object().toString())
              + (condition == null ? 0 : written(condition.canonical()));
    }
    return weight;
  }

  private static int plus(int weight, Map<?, ?> object, int most) {
    if (object.isEmpty()) {
      return weight;
    }
    int sum = weight + VALUE;
    for (Map.Entry<?, ?> member : object.entrySet()) {
      if (sum > most) {
        return sum;
      }
      sum = plusText(sum, String.valueOf(member.getKey()), most);
      sum = plusValue(sum, member.getValue(), most);
    }
    return sum;
  }

  private static int plusValue(int weight, Object value, int most) {
    return switch (value) {
      case String text -> plusText(weight, text, most);
      case List<?> list -> {
        int sum = weight + VALUE;
        for (int i = 0; i < list.size() && sum <= most; i++) {
          sum = plusValue(sum, list.get(i), most);
        }
        yield sum;
      }
      case Map<?, ?> map -> plus(weight, map, most);
      case null, default -> weight + VALUE;
    };
  }

  /** One that is too long is not read: a batch may have it in each of its checks. */
  private static int plusText(int weight, String text, int most) {
    return weight + VALUE + (text.length() > most - weight ? text.length() : written(text));
  }

  /** The bytes of a text in JSON, without its quotes. */
  private static int written(String text) {
    int bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each < ' ' || each > MAX_ASCII) {
        bytes += ESCAPE - 1;
      } else if (each == '"' || each == '\\') {
        bytes += SHORT_ESCAPE - 1;
      }
    }
    return bytes;
  }
}
