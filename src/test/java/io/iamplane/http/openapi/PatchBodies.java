package io.iamplane.http.openapi;

import java.util.Map;
import java.util.Objects;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.Schema;

/**
 * Makes every member of a patch optional in the document: one that is required of the resource may
 * be left out, but not be null.
 */
final class PatchBodies {

  private static final String REF = "#/components/schemas/";

  private PatchBodies() {}

  static void complete(OpenAPI document) {
    Map<String, Schema> schemas = document.getComponents().getSchemas();
    for (PathItem item : document.getPaths().getPathItems().values()) {
      if (item.getPATCH() != null) {
        item.getPATCH()
            .getRequestBody()
            .getContent()
            .getMediaTypes()
            .values()
            .forEach(body -> whole(schemas, body.getSchema()).setRequired(null));
      }
    }
  }

  private static Schema whole(Map<String, Schema> schemas, Schema schema) {
    String ref = schema.getRef();
    return ref == null ? schema : Objects.requireNonNull(schemas.get(ref.substring(REF.length())));
  }
}
