package io.iamplane.migrate.topaz;

import io.iamplane.migrate.PeerAssertion;
import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Expected;
import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerTuple;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Items;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import io.iamplane.migrate.text.DocumentShape;
import io.iamplane.migrate.text.PeerData.DataSink;
import io.iamplane.migrate.text.PeerData.PeerEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads objects, relations and assertions. */
public final class TopazData {

  private static final String POLICY = "check_decision";

  private static final Pattern UNDERSCORE = Pattern.compile("_(.)");

  private final PeerFaults faults;
  private final DocumentShape shape;

  public TopazData(PeerFaults faults) {
    this.faults = faults;
    this.shape = new DocumentShape(faults);
  }

  /**
   * Reads an element of the lists {@code objects} and {@code relations}, or of a list without a
   * name: an object, a relation, or an object with such lists, as loaders write them.
   */
  public void element(String list, DocumentNode node, DataSink sink) throws PeerFaultsException {
    if (!list.isEmpty() || !(node instanceof Members members)) {
      take(list, node, sink);
    } else if (members.all().containsKey("objects") || members.all().containsKey("relations")) {
      for (String each : members.all().keySet()) {
        for (DocumentNode element : shape.items(members, each)) {
          take(each, element, sink);
        }
      }
    } else {
      take(members.all().containsKey("relation") ? "relations" : "objects", node, sink);
    }
  }

  private void take(String list, DocumentNode node, DataSink sink) throws PeerFaultsException {
    switch (list) {
      case "objects" -> object(shape.members(node, "an object"), sink);
      case "relations" -> relation(shape.members(node, "a relation"), sink);
      default ->
          faults.add(node.place(), "unknown list; only 'objects' and 'relations' can be read");
    }
  }

  private void object(Members object, DataSink sink) throws PeerFaultsException {
    PeerObject own = shape.object(object, "type", "id");
    Scalar name = shape.optional(object, named(object, "display_name"));
    if (own != null) {
      sink.object(
          new PeerEntry(
              own, name == null ? null : name.value(), shape.values(object, "properties")));
    }
  }

  private void relation(Members relation, DataSink sink) throws PeerFaultsException {
    PeerObject object = party(relation, "object");
    PeerObject subject = party(relation, "subject");
    Scalar name = relationName(relation);
    String userset = userset(relation);
    if (object != null && subject != null && name != null) {
      sink.tuple(PeerTuple.of(object, name.value(), subject, userset, relation.place()));
    }
  }

  /** The object or the subject: two texts, or an object of its own with type and id. */
  private @Nullable PeerObject party(Members in, String role) throws PeerFaultsException {
    if (in.get(role) == null) {
      return shape.object(in, named(in, role + "_type"), named(in, role + "_id"));
    }
    Members members = shape.member(in, role);
    boolean key = members.get("key") != null;
    return shape.object(members, "type", key ? "key" : "id");
  }

  /** The name of a relation: a text, or an object of its own. */
  private @Nullable Scalar relationName(Members in) throws PeerFaultsException {
    return in.get("relation") instanceof Members own
        ? shape.text(own, "name")
        : shape.text(in, "relation");
  }

  private @Nullable String userset(Members in) throws PeerFaultsException {
    return in.get("subject") instanceof Members own
        ? shape.filled(own, "relation")
        : shape.filled(in, named(in, "subject_relation"));
  }

  /** A member's name as the file writes it: {@code object_type} or {@code objectType}. */
  private static String named(Members in, String name) {
    String camel =
        UNDERSCORE.matcher(name).replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
    return in.get(name) == null && in.get(camel) != null ? camel : name;
  }

  /** Reads the list {@code assertions}; some files call it {@code evaluation}. */
  public List<PeerAssertion> assertions(DocumentNode document) throws PeerFaultsException {
    List<PeerAssertion> all = new ArrayList<>();
    Members members = shape.members(document, "assertions");
    String list = members.get("evaluation") instanceof Items ? "evaluation" : "assertions";
    if (members.get(list) == null) {
      faults.add(document.place(), "missing list 'assertions'");
    }
    for (DocumentNode each : shape.items(members, list)) {
      Members in = shape.members(each, "an assertion");
      PeerAssertion assertion = in.get(POLICY) == null ? assertion(in) : decision(in);
      if (assertion != null) {
        all.add(assertion);
      }
    }
    return all;
  }

  /** A decision of a policy in Rego, of which only the name of the policy is read. */
  private PeerAssertion decision(Members in) throws PeerFaultsException {
    Members context = shape.member(shape.member(in, POLICY), "policy_context");
    Scalar path = shape.optional(context, "path");
    return new PeerAssertion.Other(
        "decision of policy " + (path == null ? "" : path.value()),
        "Rego policies are not supported",
        in.place());
  }

  private @Nullable Check assertion(Members in) throws PeerFaultsException {
    DocumentNode expected = in.get("expected");
    Boolean allowed = expected == null ? null : shape.flag(expected, "expected");
    Asked asked =
        in.get("evaluation") == null ? checked(in) : evaluated(shape.member(in, "evaluation"));
    if (expected == null) {
      faults.add(in.place(), "'expected' is required");
    }
    if (asked == null || allowed == null) {
      return null;
    }
    return new Check(
        asked.subject,
        null,
        asked.name,
        asked.object,
        Map.of(),
        allowed ? Expected.ALLOWED : Expected.DENIED,
        in.place());
  }

  private record Asked(PeerObject subject, String name, PeerObject object) {}

  /** In the form of AuthZEN. */
  private @Nullable Asked evaluated(Members evaluation) throws PeerFaultsException {
    PeerObject subject = shape.object(shape.member(evaluation, "subject"), "type", "id");
    PeerObject object = shape.object(shape.member(evaluation, "resource"), "type", "id");
    Scalar name = shape.text(shape.member(evaluation, "action"), "name");
    return subject == null || object == null || name == null
        ? null
        : new Asked(subject, name.value(), object);
  }

  /** In Topaz's own form. */
  private @Nullable Asked checked(Members in) throws PeerFaultsException {
    for (String kind : List.of("check", "check_relation", "check_permission")) {
      if (in.get(kind) != null) {
        Members check = shape.member(in, kind);
        PeerObject subject = party(check, "subject");
        PeerObject object = party(check, "object");
        Scalar name =
            shape.text(check, check.get("permission") == null ? "relation" : "permission");
        return subject == null || object == null || name == null
            ? null
            : new Asked(subject, name.value(), object);
      }
    }
    faults.add(in.place(), "an assertion must have a 'check' or an 'evaluation'");
    return null;
  }
}
