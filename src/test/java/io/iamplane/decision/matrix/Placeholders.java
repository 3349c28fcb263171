package io.iamplane.decision.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts the directory's ids, which are made when a file is loaded, where a file names them. */
record Placeholders(Map<String, String> ids) {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}]*)}");
  private static final List<String> PARTS =
      List.of("groups", "objects", "grants", "relations", "cases");

  MatrixFile replacedIn(MatrixFile file) {
    ObjectMapper mapper = MatrixReader.mapper();
    ObjectNode tree = mapper.valueToTree(file);
    for (String part : PARTS) {
      tree.set(part, replaced(tree.path(part)));
    }
    return mapper.convertValue(tree, MatrixFile.class);
  }

  private JsonNode replaced(JsonNode node) {
    return switch (node) {
      case TextNode text -> TextNode.valueOf(replaced(text.asText()));
      case ArrayNode array -> {
        for (int i = 0; i < array.size(); i++) {
          array.set(i, replaced(array.get(i)));
        }
        yield array;
      }
      case ObjectNode object -> {
        object.properties().forEach(each -> each.setValue(replaced(each.getValue())));
        yield object;
      }
      default -> node;
    };
  }

  private String replaced(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(id(found.group(1))));
  }

  private String id(String reference) {
    String id = ids.get(reference);
    if (id == null) {
      throw new IllegalArgumentException("${" + reference + "} names no entry of the directory");
    }
    return id;
  }
}
