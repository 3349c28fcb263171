package io.iamplane.catalog.schema;

import io.iamplane.shared.Public;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** Publishes the JSON Schema of manifests. */
@RunOnVirtualThread
@Path("/.well-known/iam-manifest-schema.json")
public class ManifestSchemaResource {

  /** The media type of JSON Schema, draft 2020-12, section 14.1. */
  static final String MEDIA_TYPE = "application/schema+json";

  private final ManifestSchema schema;

  ManifestSchemaResource(ManifestSchema schema) {
    this.schema = schema;
  }

  @GET
  @Produces({MEDIA_TYPE, MediaType.APPLICATION_JSON})
  @Public("editors and builds fetch it without a token")
  @Operation(summary = "Read the JSON Schema of manifests")
  @APIResponse(
      responseCode = "200",
      description = "A JSON Schema, draft 2020-12",
      content = @Content(mediaType = MEDIA_TYPE, schema = @Schema(type = SchemaType.OBJECT)))
  @APIResponse(
      responseCode = "304",
      description = "The schema still has the entity tag that was sent")
  public Response schema() {
    // A client that asks for JSON gets the more specific media type.
    return Response.ok(schema.text(), MEDIA_TYPE)
        .header(HttpHeaders.ETAG, schema.tag())
        .header(HttpHeaders.CACHE_CONTROL, "public, max-age=300")
        .build();
  }
}
