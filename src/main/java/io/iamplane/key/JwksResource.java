package io.iamplane.key;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.shared.Hashes;
import io.iamplane.shared.Public;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.security.interfaces.ECPublicKey;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Publishes the keys that tokens are verified with (RFC 7517, section 5). */
@Path("/.well-known/jwks.json")
public class JwksResource {

  /** How long verifiers may keep the keys, in seconds; a pending key waits longer than this. */
  static final String CACHE_CONTROL = "public, max-age=300";

  private final KeyRing ring;
  private final ObjectMapper mapper;

  JwksResource(KeyRing ring, ObjectMapper mapper) {
    this.ring = ring;
    this.mapper = mapper;
  }

  /** A JWK set. */
  @RegisterForReflection
  record Jwks(List<Jwk> keys) {}

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  @Public("verifiers fetch the public keys before they hold any token")
  public Response keys(@Context Request request) throws JsonProcessingException {
    byte[] body = mapper.writeValueAsBytes(jwks(ring.published()));
    EntityTag tag =
        new EntityTag(Base64.getUrlEncoder().withoutPadding().encodeToString(Hashes.sha256(body)));
    Response.ResponseBuilder answer = request.evaluatePreconditions(tag);
    if (answer == null) {
      answer = Response.ok(body).tag(tag);
    }
    return answer.header("Cache-Control", CACHE_CONTROL).build();
  }

  private static Jwks jwks(Map<String, ECPublicKey> keys) {
    return new Jwks(
        keys.entrySet().stream().map(key -> Jwk.of(key.getKey(), key.getValue())).toList());
  }
}
