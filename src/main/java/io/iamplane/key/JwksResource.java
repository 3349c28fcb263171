package io.iamplane.key;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.key.lifecycle.Lifecycle;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.Public;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.security.interfaces.ECPublicKey;
import java.util.Base64;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;

/** Publishes the keys that tokens are verified with (RFC 7517, section 5). */
@RunOnVirtualThread
@Path("/.well-known/jwks.json")
public class JwksResource {

  /** Verifiers may cache the keys for this time, in seconds; a pending key waits longer. */
  static final String CACHE_CONTROL = "public, max-age=" + Lifecycle.JWKS_MAX_AGE.toSeconds();

  /** For keys that the database does not confirm now: one that was published since may lack. */
  static final String UNCONFIRMED = "no-cache";

  private final KeyRing ring;
  private final ObjectMapper mapper;

  JwksResource(KeyRing ring, ObjectMapper mapper) {
    this.ring = ring;
    this.mapper = mapper;
  }

  @RegisterForReflection
  record Jwks(List<Jwk> keys) {}

  /** A public key on P-256 as JSON (RFC 7517; members of RFC 7518, section 6.2.1). */
  @RegisterForReflection
  @JsonPropertyOrder({"kty", "use", "alg", "kid", "crv", "x", "y"})
  record Jwk(String kty, String use, String alg, String kid, String crv, String x, String y) {

    static Jwk of(String kid, ECPublicKey key) {
      return new Jwk(
          "EC",
          "sig",
          Es256.ALG,
          kid,
          Curve.P256.jwk(),
          Curve.P256.coordinate(key.getW().getAffineX()),
          Curve.P256.coordinate(key.getW().getAffineY()));
    }
  }

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  @Public("verifiers fetch the public keys before they have a token")
  @Operation(summary = "Get the public keys for verifying tokens")
  @APIResponse(
      responseCode = "200",
      content = @Content(schema = @Schema(implementation = Jwks.class)))
  @APIResponse(
      responseCode = "304",
      description = "Not modified: the client has the current version")
  public Response keys() throws JsonProcessingException {
    List<Jwk> keys =
        ring.published().entrySet().stream()
            .map(key -> Jwk.of(key.getKey(), key.getValue()))
            .toList();
    byte[] body = mapper.writeValueAsBytes(new Jwks(keys));
    String tag =
        '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(Hashes.sha256(body)) + '"';
    return Response.ok(body)
        .header(HttpHeaders.ETAG, tag)
        .header(HttpHeaders.CACHE_CONTROL, ring.isFresh() ? CACHE_CONTROL : UNCONFIRMED)
        .build();
  }
}
