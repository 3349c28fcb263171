package io.iamplane.catalog.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/** A manifest without fault that uses every member, and ways to spoil it. */
final class SampleManifest {

  static final ObjectMapper MAPPER = new ObjectMapper();

  private static final String TEXT =
      """
      {
        "schema": "iam.manifest.v2",
        "app": {"key": "warehouse", "name": "Warehouse", "type": "service", "risk_level": "medium"},
        "auth": {"client_type": "public", "redirect_uris": ["https://warehouse.example/callback"]},
        "permissions": [
          {"key": "stock.read", "label": "Read", "description": "See what is there."},
          {"key": "stock.adjust", "risk": "high", "required_aal": "aal2"},
          {"key": "document.open", "resource": "document", "action": "open", "relation": "can_open"}
        ],
        "roles": [
          {"key": "clerk", "label": "Clerk", "permissions": ["stock.read"]},
          {"key": "keeper", "permissions": ["stock.*"], "includes": ["clerk"],
           "is_privileged": true, "self_requestable": true, "request": {"approvers": ["owner"]}}
        ],
        "types": {
          "folder": {"relations": {"viewer": "user | group#member"}},
          "document": {
            "relations": {"parent": "folder"},
            "permissions": {"can_open": "parent->viewer"}
          }
        },
        "attributes": {"subject": {"level": "int"}, "context": {"quantity": "int"}}
      }
      """;

  private final ObjectNode document = (ObjectNode) json(TEXT);

  static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  ObjectNode document() {
    return document;
  }

  /**
   * Sets a value, or removes it when the text is {@code -}; a list's end is one behind its last.
   */
  SampleManifest with(String pointer, String value) {
    JsonPointer at = JsonPointer.compile(pointer);
    JsonNode parent = document.at(at.head());
    String last = at.last().getMatchingProperty();
    if (parent instanceof ArrayNode list) {
      int index = at.last().getMatchingIndex();
      if (value.equals("-")) {
        list.remove(index);
      } else if (index == list.size()) {
        list.add(json(value));
      } else {
        list.set(index, json(value));
      }
    } else if (value.equals("-")) {
      assertThat(((ObjectNode) parent).remove(last)).as(pointer).isNotNull();
    } else {
      ((ObjectNode) parent).set(last, json(value));
    }
    return this;
  }

  ManifestParser.Parsed parse() {
    return ManifestParser.parse(document);
  }

  /** The manifest, which must have no fault. */
  Manifest manifest() {
    return manifest(document);
  }

  static Manifest manifest(JsonNode document) {
    ManifestParser.Parsed parsed = ManifestParser.parse(document);
    assertThat(parsed.faults()).isEmpty();
    return Objects.requireNonNull(parsed.manifest());
  }

  /** Expects one fault and no other. */
  void assertFault(String place, String message) {
    ManifestParser.Parsed parsed = parse();
    assertThat(parsed.manifest()).isNull();
    assertThat(parsed.faults())
        .singleElement()
        .satisfies(fault -> {
          assertThat(fault.place()).isEqualTo(place);
          assertThat(fault.message()).contains(message);
        });
  }
}
