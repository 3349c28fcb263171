package io.iamplane.catalog.schema;

import io.iamplane.shared.Hashes;
import io.iamplane.shared.Public;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/**
 * Publishes the JSON Schema (draft 2020-12) of manifests as it is in the build. It accepts
 * everything that the parser of manifests accepts; the parser refuses more.
 */
@RunOnVirtualThread
@Path("/.well-known/iam-manifest-schema.json")
public class ManifestSchemaResource {

  /** The media type of JSON Schema, draft 2020-12, section 14.1. */
  static final String MEDIA_TYPE = "application/schema+json";

  /** The path of the schema; a native image holds it because application.properties names it. */
  private static final String FILE = "META-INF/iam/manifest-schema.json";

  private final byte[] text;

  /** A strong entity tag, in its quotes (RFC 9110, section 8.8.3). */
  private final String tag;

  /** Reads the file, once for the life of the process. */
  ManifestSchemaResource() {
    text = read();
    tag = '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(Hashes.sha256(text)) + '"';
  }

  private static byte[] read() {
    try (InputStream file = ManifestSchemaResource.class.getResourceAsStream("/" + FILE)) {
      if (file == null) {
        throw new IllegalStateException(FILE + " is missing from the build");
      }
      return file.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    return Response.ok(text, MEDIA_TYPE)
        .header(HttpHeaders.ETAG, tag)
        .header(HttpHeaders.CACHE_CONTROL, "public, max-age=300")
        .build();
  }
}
