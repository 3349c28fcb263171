package io.iamplane.http.openapi;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.jboss.jandex.ClassInfo;
import org.jboss.jandex.Type;

/**
 * Adds facts of the records that the scanner misses to their schemas: nullable members, members
 * present in every answer, and ids as strings. A generated client refuses an answer that differs
 * from the document.
 */
final class RecordSchemas {

  private static final String ANY_JSON = "JsonNode";
  private static final String REF = "#/components/schemas/";

  private final ShownRecords records;
  private final Components components;
  private final SchemaWalk walk;
  private final Set<String> answered;

  private RecordSchemas(ShownRecords records, OpenAPI document) {
    this.records = records;
    this.components = document.getComponents();
    this.walk = new SchemaWalk(components);
    this.answered = walk.answered(document);
    answered.removeAll(walk.sent(document));
  }

  static void complete(ShownRecords records, OpenAPI document) {
    new RecordSchemas(records, document).complete();
  }

  private void complete() {
    Map<String, Schema> schemas = Map.copyOf(components.getSchemas());
    schemas.forEach((name, schema) -> {
      walk.parts(schema).forEach(RecordSchemas::asAnyObject);
      if (schema.getProperties() != null) {
        records
            .of(name, schema.getProperties().keySet())
            .ifPresent(record -> complete(record, schema, answered.contains(name)));
      }
    });
    components.removeSchema(ANY_JSON);
    components.removeSchema(ANY_JSON + "Type");
  }

  /** A tree of Jackson's, of which the scanner shows the getters, is any object. */
  private static void asAnyObject(Schema schema) {
    if ((REF + ANY_JSON).equals(schema.getRef())) {
      schema.setRef(null);
      schema.setType(List.of(Schema.SchemaType.OBJECT));
    }
  }

  private void complete(ClassInfo record, Schema schema, boolean isAnswer) {
    if (ShownRecords.isId(record)) {
      schema.setType(List.of(Schema.SchemaType.STRING));
      schema.setFormat("uuid");
      schema.setProperties(null);
      return;
    }
    List<ShownRecords.Member> members = records.members(record);
    schema.setProperties(inOrder(members, schema.getProperties()));
    for (ShownRecords.Member member : members) {
      Schema property = schema.getProperties().get(member.name());
      if (property == null) {
        continue;
      }
      inline(member.type(), property, isAnswer);
      if (isAnswer && !member.mayBeAbsent()) {
        require(schema, member.name());
      }
      if (member.nullable() && !(isAnswer && member.mayBeAbsent())) {
        schema.addProperty(member.name(), orNull(property));
      }
    }
  }

  /** Restores the order of declaration: the scanner shuffles the members of a nested record. */
  private static Map<String, Schema> inOrder(
      List<ShownRecords.Member> members, Map<String, Schema> properties) {
    Map<String, Schema> ordered = new LinkedHashMap<>();
    for (ShownRecords.Member member : members) {
      Schema property = properties.get(member.name());
      if (property != null) {
        ordered.put(member.name(), property);
      }
    }
    properties.forEach(ordered::putIfAbsent);
    return ordered;
  }

  /** Records with type arguments stand where they are used, without a name. */
  private void inline(Type type, Schema schema, boolean isAnswer) {
    if (schema.getItems() != null && type.kind() == Type.Kind.PARAMETERIZED_TYPE) {
      inline(type.asParameterizedType().arguments().getFirst(), schema.getItems(), isAnswer);
    } else if (schema.getRef() == null && schema.getProperties() != null) {
      records.of(type).ifPresent(record -> complete(record, schema, isAnswer));
    }
  }

  private static void require(Schema schema, String name) {
    Set<String> required =
        schema.getRequired() == null ? Set.of() : new HashSet<>(schema.getRequired());
    if (!required.contains(name)) {
      schema.addRequired(name);
    }
  }

  private static Schema orNull(Schema schema) {
    Schema none = OASFactory.createSchema().addType(Schema.SchemaType.NULL);
    if (schema.getRef() != null || schema.getEnumeration() != null) {
      Schema either = OASFactory.createSchema().addAnyOf(schema).addAnyOf(none);
      if (schema.getExamples() != null) {
        either.setExamples(schema.getExamples());
        schema.setExamples(null);
      }
      return either;
    }
    if (schema.getOneOf() != null) {
      return schema.addOneOf(none);
    }
    // Without a type it may be anything already.
    return schema.getType() == null ? schema : schema.addType(Schema.SchemaType.NULL);
  }
}
