package io.iamplane.catalog.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.Manifest.DeclaredRole;
import jakarta.inject.Singleton;

/** Writes a manifest in the form in which manifests are submitted. */
@Singleton
class ManifestDocument {

  private final ObjectMapper mapper;

  ManifestDocument(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /** The document that {@link io.iamplane.catalog.document.ManifestParser} reads the same from. */
  public ObjectNode of(Manifest manifest) {
    ObjectNode document = mapper.createObjectNode();
    document.put("schema", Manifest.SCHEMA);
    document.set("app", tree(manifest.app()));
    document.set("auth", tree(manifest.auth()));
    document.set("permissions", tree(manifest.permissions()));
    for (DeclaredRole role : manifest.roles()) {
      document.withArray("roles").add(role(role));
    }
    document.set("types", tree(manifest.types()));
    document.set("attributes", tree(manifest.attributes()));
    document.set("conditions", tree(manifest.conditions()));
    return document;
  }

  private ObjectNode role(DeclaredRole role) {
    ObjectNode node = mapper.createObjectNode();
    node.put("key", role.key());
    node.put("label", role.label());
    node.set("permissions", tree(role.permissions()));
    node.set("includes", tree(role.includes()));
    node.put("is_privileged", role.privileged());
    node.put("self_requestable", role.selfRequestable());
    node.set("request", tree(role.request()));
    return node;
  }

  private JsonNode tree(Object value) {
    return mapper.valueToTree(value);
  }
}
