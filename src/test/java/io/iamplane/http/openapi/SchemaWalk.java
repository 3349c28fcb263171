package io.iamplane.http.openapi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.models.Components;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.media.Content;
import org.eclipse.microprofile.openapi.models.media.MediaType;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.jspecify.annotations.Nullable;

/** Follows schemas to those that they are made of. */
final class SchemaWalk {

  private static final String REF = "#/components/schemas/";

  private final Components components;

  SchemaWalk(Components components) {
    this.components = components;
  }

  /** The names of the schemas that answers are made of. */
  Set<String> answered(OpenAPI document) {
    return named(
        operations(document)
            .flatMap(each -> each.getResponses().getAPIResponses().values().stream())
            .flatMap(response -> schemas(response.getContent())));
  }

  /** The names of the schemas that requests are made of. */
  Set<String> sent(OpenAPI document) {
    return named(
        operations(document)
            .filter(each -> each.getRequestBody() != null)
            .flatMap(each -> schemas(each.getRequestBody().getContent())));
  }

  /** A schema and those that stand in it without a name. */
  List<Schema> parts(Schema schema) {
    List<Schema> parts = new ArrayList<>();
    parts.add(schema);
    inside(schema).forEach(each -> parts.addAll(parts(each)));
    return parts;
  }

  private Set<String> named(Stream<Schema> roots) {
    Set<String> names = new HashSet<>();
    roots.forEach(root -> collect(root, names));
    return names;
  }

  private void collect(Schema schema, Set<String> names) {
    for (Schema part : parts(schema)) {
      String ref = part.getRef();
      if (ref != null && names.add(ref.substring(REF.length()))) {
        Schema next = components.getSchemas().get(ref.substring(REF.length()));
        if (next != null) {
          collect(next, names);
        }
      }
    }
  }

  private static Stream<Schema> inside(Schema schema) {
    return Stream.of(
            schema.getProperties() == null ? null : schema.getProperties().values(),
            schema.getItems() == null ? null : List.of(schema.getItems()),
            schema.getAdditionalPropertiesSchema() == null
                ? null
                : List.of(schema.getAdditionalPropertiesSchema()),
            schema.getAllOf(),
            schema.getAnyOf(),
            schema.getOneOf())
        .filter(Objects::nonNull)
        .flatMap(Collection::stream);
  }

  private static Stream<Operation> operations(OpenAPI document) {
    return document.getPaths().getPathItems().values().stream()
        .flatMap(item -> item.getOperations().values().stream());
  }

  private static Stream<Schema> schemas(@Nullable Content content) {
    return content == null
        ? Stream.empty()
        : content.getMediaTypes().values().stream()
            .map(MediaType::getSchema)
            .filter(Objects::nonNull);
  }
}
