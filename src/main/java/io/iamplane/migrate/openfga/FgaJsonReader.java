package io.iamplane.migrate.openfga;

import io.iamplane.migrate.FilePlace;
import io.iamplane.migrate.PeerCondition;
import io.iamplane.migrate.PeerExpression;
import io.iamplane.migrate.PeerExpression.AllOf;
import io.iamplane.migrate.PeerExpression.AnyOf;
import io.iamplane.migrate.PeerExpression.Arrow;
import io.iamplane.migrate.PeerExpression.Computed;
import io.iamplane.migrate.PeerExpression.Direct;
import io.iamplane.migrate.PeerExpression.Nothing;
import io.iamplane.migrate.PeerExpression.Without;
import io.iamplane.migrate.PeerFaults;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerKind;
import io.iamplane.migrate.PeerModel;
import io.iamplane.migrate.PeerRelation;
import io.iamplane.migrate.PeerSubject;
import io.iamplane.migrate.text.DocumentNode;
import io.iamplane.migrate.text.DocumentNode.Members;
import io.iamplane.migrate.text.DocumentNode.Scalar;
import io.iamplane.migrate.text.DocumentShape;
import io.iamplane.migrate.text.ModelBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads a model in the JSON that OpenFGA's API takes and gives. */
public final class FgaJsonReader {

  private final PeerFaults faults = new PeerFaults();
  private final DocumentShape shape = new DocumentShape(faults);
  private final ModelBuilder model = new ModelBuilder(PeerKind.OPENFGA, faults);

  private FgaJsonReader() {}

  /** Reads a model, alone or as the member {@code authorization_model} of an answer. */
  public static PeerModel read(DocumentNode document) throws PeerFaultsException {
    return new FgaJsonReader().model(document);
  }

  private PeerModel model(DocumentNode document) throws PeerFaultsException {
    Members members = shape.members(document, "a model");
    DocumentNode wrapped = members.get("authorization_model");
    Members own = wrapped == null ? members : shape.members(wrapped, "a model");
    if (own.get("type_definitions") == null) {
      throw new PeerFaultsException(
          own.place(), "missing 'type_definitions'; this is not an OpenFGA model");
    }
    for (DocumentNode type : shape.items(own, "type_definitions")) {
      type(shape.members(type, "a type definition"));
    }
    conditions(own);
    faults.refuse();
    return model.build();
  }

  private void type(Members type) throws PeerFaultsException {
    Scalar name = shape.text(type, "type");
    if (name == null) {
      return;
    }
    model.type(name.value(), name.place());
    Members relations = shape.member(type, "relations");
    Members listed = shape.member(shape.member(type, "metadata"), "relations");
    for (String relation : relations.all().keySet()) {
      DocumentNode rewrite = relations.get(relation);
      FilePlace place = DocumentShape.placeOf(relations, relation);
      if (rewrite != null) {
        model.relation(
            new PeerRelation(
                relation, subjects(shape.member(listed, relation)), expression(rewrite), place));
      }
    }
  }

  private List<PeerSubject> subjects(Members relation) throws PeerFaultsException {
    List<PeerSubject> subjects = new ArrayList<>();
    for (DocumentNode each : shape.items(relation, "directly_related_user_types")) {
      Members subject = shape.members(each, "a type");
      Scalar type = shape.text(subject, "type");
      if (type != null) {
        subjects.add(
            new PeerSubject(
                type.value(),
                shape.filled(subject, "relation"),
                subject.get("wildcard") != null,
                shape.filled(subject, "condition"),
                false,
                type.place()));
      }
    }
    return subjects;
  }

  /** A document is at most so deep that recursion is safe. */
  private PeerExpression expression(DocumentNode node) throws PeerFaultsException {
    Members rewrite = shape.members(node, "a rewrite");
    if (rewrite.all().size() != 1) {
      faults.add(node.place(), "a rewrite must have exactly one member, such as 'this' or 'union'");
      return new Nothing();
    }
    Map.Entry<String, DocumentNode.Member> only = rewrite.all().entrySet().iterator().next();
    String kind = only.getKey();
    Members members = shape.members(only.getValue().value(), kind);
    return switch (kind) {
      case "this" -> new Direct();
      case "computedUserset", "computed_userset" -> computed(members);
      case "tupleToUserset", "tuple_to_userset" -> arrow(members);
      case "union" -> new AnyOf(children(members));
      case "intersection" -> new AllOf(children(members));
      case "difference" -> new Without(part(members, "base"), part(members, "subtract"));
      default -> {
        faults.add(node.place(), "unknown rewrite '" + kind + "'");
        yield new Nothing();
      }
    };
  }

  private PeerExpression part(Members members, String name) throws PeerFaultsException {
    DocumentNode node = members.get(name);
    if (node == null) {
      faults.add(members.place(), "'" + name + "' is required");
      return new Nothing();
    }
    return expression(node);
  }

  private List<PeerExpression> children(Members members) throws PeerFaultsException {
    List<PeerExpression> children = new ArrayList<>();
    for (DocumentNode child : shape.items(members, "child")) {
      children.add(expression(child));
    }
    if (children.isEmpty()) {
      faults.add(members.place(), "'child' must be a list of at least one rewrite");
    }
    return children;
  }

  private PeerExpression computed(Members members) throws PeerFaultsException {
    Scalar relation = shape.text(members, "relation");
    return relation == null ? new Nothing() : new Computed(relation.value(), relation.place());
  }

  private PeerExpression arrow(Members members) throws PeerFaultsException {
    Scalar through = shape.text(shape.member(members, "tupleset"), "relation");
    Members target =
        shape.member(
            members,
            members.get("computedUserset") == null ? "computed_userset" : "computedUserset");
    Scalar name = shape.text(target, "relation");
    return through == null || name == null
        ? new Nothing()
        : new Arrow(through.value(), name.value(), false, name.place());
  }

  private void conditions(Members own) throws PeerFaultsException {
    Members conditions = shape.member(own, "conditions");
    for (String name : conditions.all().keySet()) {
      Members condition = shape.member(conditions, name);
      Scalar expression = shape.text(condition, "expression");
      Members parameters = shape.member(condition, "parameters");
      Map<String, String> types = new LinkedHashMap<>();
      for (String parameter : parameters.all().keySet()) {
        types.put(parameter, parameterType(shape.member(parameters, parameter)));
      }
      if (expression != null) {
        FilePlace place = DocumentShape.placeOf(conditions, name);
        model.condition(new PeerCondition(name, types, expression.value().strip(), place));
      }
    }
  }

  private String parameterType(Members parameter) throws PeerFaultsException {
    Scalar name = shape.text(parameter, "type_name");
    String type =
        name == null ? "" : name.value().toLowerCase(Locale.ROOT).replaceFirst("^type_name_", "");
    List<DocumentNode> generic = shape.items(parameter, "generic_types");
    return generic.isEmpty()
        ? type
        : type + "<" + parameterType(shape.members(generic.getFirst(), "a type")) + ">";
  }
}
