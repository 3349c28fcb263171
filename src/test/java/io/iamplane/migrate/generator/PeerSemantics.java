package io.iamplane.migrate.generator;

import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerExpression;
import io.iamplane.migrate.PeerExpression.AllOf;
import io.iamplane.migrate.PeerExpression.AnyOf;
import io.iamplane.migrate.PeerExpression.Arrow;
import io.iamplane.migrate.PeerExpression.Computed;
import io.iamplane.migrate.PeerExpression.Direct;
import io.iamplane.migrate.PeerExpression.Itself;
import io.iamplane.migrate.PeerExpression.Nothing;
import io.iamplane.migrate.PeerExpression.Without;
import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerRelation;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.generator.GeneratedPeer.Peer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The answers of the other system, by its documentation and over plain lists.
 *
 * @param userset the subject's relation, if the subject is a userset; it has a name as itself, and
 *     its own name on its own object
 * @param context the values of the request
 * @param whole true if a condition needs all of its values, though some may decide alone
 * @param hidden relations that may be ignored: answers that depend on them are open
 */
public record PeerSemantics(
    Peer peer,
    PeerObject subject,
    @Nullable String userset,
    Map<String, Object> context,
    boolean whole,
    Set<PeerTuple> hidden) {

  /** Answers a question. */
  public static Truth truth(Peer peer, Check question) {
    return of(peer, question, false, Set.of()).truth(question.object(), question.relation());
  }

  /** The semantics of the subject and the values of a question. */
  public static PeerSemantics of(Peer peer, Check question, boolean whole, Set<PeerTuple> hidden) {
    return new PeerSemantics(
        peer, question.subject(), question.subjectRelation(), question.context(), whole, hidden);
  }

  /** In rising order, so that all is the least and any is the greatest. */
  public enum Truth {
    FALSE,
    /** It depends on values that are missing, or on relations that may be passed over. */
    OPEN,
    TRUE;

    private static Truth of(boolean value) {
      return value ? TRUE : FALSE;
    }

    private static Truth all(Stream<Truth> all) {
      return all.min(Truth::compareTo).orElse(TRUE);
    }

    private static Truth any(Stream<Truth> all) {
      return all.max(Truth::compareTo).orElse(FALSE);
    }

    private Truth and(Truth other) {
      return compareTo(other) < 0 ? this : other;
    }

    private Truth not() {
      return values()[TRUE.ordinal() - ordinal()];
    }
  }

  public Truth truth(PeerObject object, String name) {
    PeerRelation relation = peer.model().types().get(object.type()).relations().get(name);
    if (relation == null) {
      return Truth.FALSE;
    }
    return object.equals(subject) && name.equals(userset)
        ? Truth.TRUE
        : truth(object, relation, relation.expression());
  }

  private Truth truth(PeerObject object, PeerRelation relation, PeerExpression expression) {
    return switch (expression) {
      case Direct _ -> Truth.any(stored(object, relation.name()).stream().map(this::contains));
      case Itself _ -> Truth.of(userset == null && object.equals(subject));
      case Nothing _ -> Truth.FALSE;
      case Computed computed -> truth(object, computed.name());
      case Arrow arrow -> arrow(object, arrow);
      case AnyOf any ->
          Truth.any(any.operands().stream().map(each -> truth(object, relation, each)));
      case AllOf all ->
          Truth.all(all.operands().stream().map(each -> truth(object, relation, each)));
      case Without without ->
          truth(object, relation, without.base())
              .and(truth(object, relation, without.excluded()).not());
    };
  }

  private Truth arrow(PeerObject object, Arrow arrow) {
    List<PeerTuple> followed =
        stored(object, arrow.through()).stream()
            .filter(
                each -> !peer.model().kind().followsUsersets() || each.subjectRelation() == null)
            .toList();
    if (!arrow.all()) {
      return Truth.any(
          followed.stream().map(each -> holds(each).and(truth(each.subject(), arrow.name()))));
    }
    return Truth.of(!followed.isEmpty())
        .and(
            Truth.all(
                followed.stream()
                    .map(each -> holds(each).and(truth(each.subject(), arrow.name())))));
  }

  private List<PeerTuple> stored(PeerObject object, String relation) {
    return peer.tuples().stream()
        .filter(each -> each.object().equals(object) && each.relation().equals(relation))
        .toList();
  }

  private Truth contains(PeerTuple tuple) {
    if (tuple.subjectRelation() != null) {
      return holds(tuple).and(truth(tuple.subject(), tuple.subjectRelation()));
    }
    boolean named =
        userset == null
            && (tuple.isForEveryone()
                ? tuple.subject().type().equals(subject.type())
                : tuple.subject().equals(subject));
    Truth truth = named ? holds(tuple) : Truth.FALSE;
    return hidden.contains(tuple) ? truth.and(Truth.OPEN) : truth;
  }

  /** A stored value stands before the request's. */
  private Truth holds(PeerTuple tuple) {
    if (tuple.condition() == null) {
      return Truth.TRUE;
    }
    Map<String, Object> values = new HashMap<>(context);
    values.putAll(tuple.context());
    GeneratedCondition condition = GeneratedCondition.named(tuple.condition());
    if (whole && !values.keySet().containsAll(condition.condition().parameters().keySet())) {
      return Truth.OPEN;
    }
    Boolean holds = condition.holds(values);
    return holds == null ? Truth.OPEN : Truth.of(holds);
  }
}
