package io.iamplane.migrate.openfga;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerAssertion;
import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Expected;
import io.iamplane.migrate.PeerAssertion.Objects;
import io.iamplane.migrate.PeerAssertion.Subjects;
import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.openfga.FgaTuples.User;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import io.iamplane.migrate.text.DocumentShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the assertions of a test in a store file. */
final class FgaAssertions {

  private final PeerFaults faults;
  private final DocumentShape shape;
  private final FgaTuples names;
  private final List<PeerAssertion> assertions = new ArrayList<>();

  FgaAssertions(PeerFaults faults, FgaTuples names) {
    this.faults = faults;
    this.shape = new DocumentShape(faults);
    this.names = names;
  }

  List<PeerAssertion> read(Members test) throws PeerFaultsException {
    for (DocumentNode each : shape.items(test, "check")) {
      checks(shape.members(each, "a check"));
    }
    for (DocumentNode each : shape.items(test, "list_objects")) {
      objects(shape.members(each, "an entry of 'list_objects'"));
    }
    for (DocumentNode each : shape.items(test, "list_users")) {
      subjects(shape.members(each, "an entry of 'list_users'"));
    }
    return assertions;
  }

  private Members assertions(Members in) throws PeerFaultsException {
    if (in.get("assertions") == null) {
      faults.add(in.place(), "'assertions' is required");
    }
    return shape.member(in, "assertions");
  }

  /** The texts of a member in the singular or the plural. */
  private List<Scalar> oneOrMore(Members in, String one, String more) throws PeerFaultsException {
    if (in.get(more) != null) {
      return shape.textsOf(in, more);
    }
    Scalar text = shape.text(in, one);
    return text == null ? List.of() : List.of(text);
  }

  private void checks(Members check) throws PeerFaultsException {
    Map<String, Object> context = shape.values(check, "context");
    Members expected = assertions(check);
    for (Scalar user : oneOrMore(check, "user", "users")) {
      User subject = names.user(user);
      for (Scalar text : oneOrMore(check, "object", "objects")) {
        PeerObject object = names.object(text);
        if (subject != null && object != null) {
          checks(subject, object, context, expected);
        }
      }
    }
  }

  private void checks(
      User subject, PeerObject object, Map<String, Object> context, Members expected)
      throws PeerFaultsException {
    for (String relation : expected.all().keySet()) {
      DocumentNode node = expected.get(relation);
      FilePlace place = DocumentShape.placeOf(expected, relation);
      Boolean allowed = node == null ? null : shape.flag(node, relation);
      if (node == null) {
        faults.add(place, "'" + relation + "' must be true or false");
      }
      if (allowed != null) {
        Expected answer = allowed ? Expected.ALLOWED : Expected.DENIED;
        assertions.add(
            new Check(
                subject.object(), subject.relation(), relation, object, context, answer, place));
      }
    }
  }

  private void objects(Members list) throws PeerFaultsException {
    Scalar user = shape.text(list, "user");
    Scalar type = shape.text(list, "type");
    User subject = user == null ? null : names.user(user);
    Map<String, Object> context = shape.values(list, "context");
    Members expected = assertions(list);
    for (String relation : expected.all().keySet()) {
      Set<String> all = texts(expected.get(relation));
      if (subject != null && type != null) {
        assertions.add(
            new Objects(
                subject.object(),
                subject.relation(),
                relation,
                type.value(),
                context,
                all,
                DocumentShape.placeOf(expected, relation)));
      }
    }
  }

  private void subjects(Members list) throws PeerFaultsException {
    Scalar text = shape.text(list, "object");
    PeerObject object = text == null ? null : names.object(text);
    List<DocumentNode> filter = shape.items(list, "user_filter");
    if (filter.size() != 1) {
      faults.add(list.place(), "'user_filter' must be a list with exactly one type");
      return;
    }
    Members only = shape.members(filter.getFirst(), "a user filter");
    Scalar type = shape.text(only, "type");
    Scalar userset = shape.optional(only, "relation");
    Map<String, Object> context = shape.values(list, "context");
    Members expected = assertions(list);
    for (String relation : expected.all().keySet()) {
      Set<String> users = users(expected.get(relation));
      if (object != null && type != null) {
        assertions.add(
            new Subjects(
                object,
                relation,
                type.value(),
                userset == null ? null : userset.value(),
                context,
                users,
                DocumentShape.placeOf(expected, relation)));
      }
    }
  }

  private Set<String> users(@Nullable DocumentNode node) throws PeerFaultsException {
    return node instanceof Members members ? texts(members.get("users")) : texts(node);
  }

  private Set<String> texts(@Nullable DocumentNode node) throws PeerFaultsException {
    return shape.texts(node, "the expected names").stream()
        .map(Scalar::value)
        .collect(Collectors.toSet());
  }
}
