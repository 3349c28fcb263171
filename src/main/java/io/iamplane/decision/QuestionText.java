package io.iamplane.decision;

import io.iamplane.decision.engine.fact.RelationFact;
import io.iamplane.decision.engine.question.Asked;
import io.iamplane.decision.engine.question.DecisionRequest;
import io.iamplane.decision.engine.question.DecisionRequest.Party;
import io.iamplane.language.condition.Condition;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A question as one text, for cursors: the same for the same question, however its members were
 * ordered, and another for any other. Lengths go before texts, so no two questions read alike.
 */
public final class QuestionText {

  private final StringBuilder text = new StringBuilder();

  private QuestionText() {}

  /** The text of a question, as a body has it. */
  public static String of(DecisionRequest question) {
    QuestionText written = new QuestionText();
    written.add(question.subject());
    written.add(question.asked());
    Party resource = question.resource();
    if (resource != null) {
      written.add(resource);
    }
    written.add(question.action());
    written.add(question.context());
    written.add(question.currentAal().wire());
    question.relations().forEach(written::add);
    return written.text.toString();
  }

  private void add(Party party) {
    add(party.type());
    add(party.id());
    add(party.properties());
  }

  private void add(RelationFact relation) {
    add(relation.subject().toString());
    add(relation.relation());
    add(relation.object().toString());
    Condition condition = relation.condition();
    add(condition == null ? null : condition.canonical());
    add(relation.from());
    add(relation.until());
  }

  private void add(Asked asked) {
    add(asked.kind());
    add(asked.name());
    add(asked.application());
  }

  private void add(@Nullable Object value) {
    switch (value) {
      case null -> text.append('-');
      case Map<?, ?> map -> {
        TreeMap<String, Object> sorted = new TreeMap<>();
        map.forEach((key, each) -> sorted.put((String) key, each));
        text.append('{').append(sorted.size()).append(':');
        sorted.forEach((key, each) -> {
          add(key);
          add(each);
        });
      }
      case List<?> list -> {
        text.append('[').append(list.size()).append(':');
        list.forEach(this::add);
      }
      case String string -> text.append('"').append(string.length()).append(':').append(string);
      default -> text.append(value.getClass().getSimpleName()).append(value).append(';');
    }
  }
}
