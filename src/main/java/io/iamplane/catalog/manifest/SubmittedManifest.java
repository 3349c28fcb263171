package io.iamplane.catalog.manifest;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.catalog.document.Manifest;
import io.iamplane.catalog.document.ManifestFault;
import io.iamplane.catalog.document.ManifestParser;
import io.iamplane.shared.IamException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads a manifest that came as the body of a request. */
public final class SubmittedManifest {

  private static final String WRAPPER = "manifest";

  private SubmittedManifest() {}

  /**
   * Reads the manifest of an application: the body, or the single member {@code manifest} of it, as
   * the existing clients send it. VALIDATION with every fault by place, also when it is the
   * manifest of another application.
   */
  public static Manifest read(JsonNode body, String application) {
    Manifest manifest = parse(unwrapped(body));
    if (!manifest.app().key().equals(application)) {
      throw IamException.validation("app.key", "must be '" + application + "', as in the path");
    }
    return manifest;
  }

  /**
   * @throws IamException VALIDATION with every fault by place
   */
  public static Manifest parse(JsonNode document) {
    ManifestParser.Parsed parsed = ManifestParser.parse(document);
    Manifest manifest = parsed.manifest();
    if (manifest == null) {
      throw IamException.validation(byPlace(parsed.faults()));
    }
    return manifest;
  }

  private static JsonNode unwrapped(JsonNode body) {
    return body.isObject() && body.size() == 1 && body.path(WRAPPER).isObject()
        ? body.path(WRAPPER)
        : body;
  }

  private static Map<String, List<String>> byPlace(List<ManifestFault> faults) {
    return faults.stream()
        .collect(
            groupingBy(
                ManifestFault::place, TreeMap::new, mapping(ManifestFault::message, toList())));
  }
}
