package io.iamplane.migrate.openfga;

import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import io.iamplane.migrate.text.DocumentShape;
import io.iamplane.migrate.text.PeerData.DataSink;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads relationship tuples: {@code {user, relation, object, condition: {name, context}?}}, alone
 * or as the member {@code key} of an answer of the API.
 */
public final class FgaTuples {

  private final PeerFaults faults;
  private final DocumentShape shape;

  public FgaTuples(PeerFaults faults) {
    this.faults = faults;
    this.shape = new DocumentShape(faults);
  }

  /** A subject, which is a userset if it has a relation. */
  record User(PeerObject object, @Nullable String relation) {}

  /** Reads one tuple and gives it on; a fault is kept. */
  public void take(DocumentNode node, DataSink sink) throws PeerFaultsException {
    PeerTuple tuple = tuple(node);
    if (tuple != null) {
      sink.tuple(tuple);
    }
  }

  @Nullable PeerTuple tuple(DocumentNode node) throws PeerFaultsException {
    Members members = shape.members(node, "a tuple");
    Members own = members.get("key") == null ? members : shape.member(members, "key");
    Scalar user = shape.text(own, "user");
    Scalar relation = shape.text(own, "relation");
    Scalar object = shape.text(own, "object");
    User subject = user == null ? null : user(user);
    PeerObject on = object == null ? null : object(object);
    if (subject == null || relation == null || on == null) {
      return null;
    }
    PeerTuple plain =
        PeerTuple.of(on, relation.value(), subject.object(), subject.relation(), own.place());
    if (own.get("condition") == null) {
      return plain;
    }
    Members condition = shape.member(own, "condition");
    Scalar name = shape.text(condition, "name");
    Map<String, @Nullable Object> context =
        DocumentShape.stored(shape.member(condition, "context"));
    return name == null ? null : plain.with(name.value(), context, null);
  }

  /** Reads {@code user:ann}, {@code group:staff#member} or {@code user:*}. */
  @Nullable User user(Scalar text) throws PeerFaultsException {
    int hash = text.value().lastIndexOf('#');
    String object = hash < 0 ? text.value() : text.value().substring(0, hash);
    PeerObject parsed = PeerObject.parse(object);
    if (parsed == null || hash == text.value().length() - 1) {
      faults.add(text.place(), notObject(text.value(), " or type:id#relation"));
      return null;
    }
    return new User(parsed, hash < 0 ? null : text.value().substring(hash + 1));
  }

  @Nullable PeerObject object(Scalar text) throws PeerFaultsException {
    PeerObject parsed = PeerObject.parse(text.value());
    if (parsed == null) {
      faults.add(text.place(), notObject(text.value(), ""));
    }
    return parsed;
  }

  private static String notObject(String text, String or) {
    return "'%s' must have the form type:id%s".formatted(text, or);
  }
}
