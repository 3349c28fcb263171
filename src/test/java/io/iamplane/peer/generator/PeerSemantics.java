package io.iamplane.peer.generator;

import io.iamplane.peer.PeerExpression;
import io.iamplane.peer.PeerExpression.AllOf;
import io.iamplane.peer.PeerExpression.AnyOf;
import io.iamplane.peer.PeerExpression.Arrow;
import io.iamplane.peer.PeerExpression.Computed;
import io.iamplane.peer.PeerExpression.Direct;
import io.iamplane.peer.PeerExpression.Itself;
import io.iamplane.peer.PeerExpression.Nothing;
import io.iamplane.peer.PeerExpression.Without;
import io.iamplane.peer.PeerObject;
import io.iamplane.peer.PeerRelation;
import io.iamplane.peer.PeerTuple;
import io.iamplane.peer.generator.GeneratedPeer.Peer;
import java.util.List;

/** What the other system answers, by its documentation and over plain lists. */
public record PeerSemantics(Peer peer, PeerObject subject) {

  public boolean has(PeerObject object, String name) {
    PeerRelation relation = peer.model().types().get(object.type()).relations().get(name);
    return relation != null && holds(object, relation, relation.expression());
  }

  private boolean holds(PeerObject object, PeerRelation relation, PeerExpression expression) {
    return switch (expression) {
      case Direct _ -> stored(object, relation.name()).stream().anyMatch(this::isIn);
      case Itself _ -> object.equals(subject);
      case Nothing _ -> false;
      case Computed computed -> has(object, computed.name());
      case Arrow arrow -> {
        List<PeerTuple> followed =
            stored(object, arrow.through()).stream()
                .filter(each ->
                    !peer.model().kind().followsUsersets() || each.subjectRelation() == null)
                .toList();
        yield arrow.all()
            ? !followed.isEmpty()
                && followed.stream().allMatch(each -> has(each.subject(), arrow.name()))
            : followed.stream().anyMatch(each -> has(each.subject(), arrow.name()));
      }
      case AnyOf any -> any.operands().stream().anyMatch(each -> holds(object, relation, each));
      case AllOf all -> all.operands().stream().allMatch(each -> holds(object, relation, each));
      case Without without ->
          holds(object, relation, without.base()) && !holds(object, relation, without.excluded());
    };
  }

  private List<PeerTuple> stored(PeerObject object, String relation) {
    return peer.tuples().stream()
        .filter(each -> each.object().equals(object) && each.relation().equals(relation))
        .toList();
  }

  private boolean isIn(PeerTuple tuple) {
    if (tuple.subjectRelation() != null) {
      return has(tuple.subject(), tuple.subjectRelation());
    }
    return tuple.isForEveryone()
        ? tuple.subject().type().equals(subject.type())
        : tuple.subject().equals(subject);
  }
}
