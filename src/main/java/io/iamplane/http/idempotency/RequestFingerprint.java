package io.iamplane.http.idempotency;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.iamplane.shared.CanonicalJson;
import io.iamplane.shared.Hashes;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Identifies equal requests: operation, path and arguments. */
@Singleton
class RequestFingerprint {

  private final ObjectMapper mapper;

  RequestFingerprint(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /**
   * SHA-256 over the canonical JSON of everything that makes the request. White space and the order
   * of members in a body do not count.
   */
  byte[] of(String method, String path, @Nullable Object[] arguments) {
    ArrayNode request = mapper.createArrayNode().add(method).add(path);
    for (Object argument : arguments) {
      request.add(mapper.valueToTree(argument));
    }
    return Hashes.sha256(CanonicalJson.of(request).getBytes(StandardCharsets.UTF_8));
  }
}
