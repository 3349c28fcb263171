package io.iamplane.testing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.key.TokenSigner;
import io.iamplane.key.TokenSigners;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Consumer;

/** Changes the claims of a valid token and signs it again with the service's own key. */
@ApplicationScoped
public class TokenSmith {

  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final TokenSigners signers;
  private final ObjectMapper mapper;

  TokenSmith(TokenSigners signers, ObjectMapper mapper) {
    this.signers = signers;
    this.mapper = mapper;
  }

  public String reforge(String token, Consumer<ObjectNode> change) {
    String[] parts = token.split("\\.");
    try {
      ObjectNode claims = (ObjectNode) mapper.readTree(Base64.getUrlDecoder().decode(parts[1]));
      change.accept(claims);
      String input = parts[0] + "." + ENCODER.encodeToString(mapper.writeValueAsBytes(claims));
      TokenSigner signer = signers.current();
      return input
          + "."
          + ENCODER.encodeToString(signer.sign(input.getBytes(StandardCharsets.US_ASCII)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same token with one bit of its signature turned. */
  public String breakSignature(String token) {
    int dot = token.lastIndexOf('.');
    byte[] signature = Base64.getUrlDecoder().decode(token.substring(dot + 1));
    signature[7] ^= 1;
    return token.substring(0, dot + 1) + ENCODER.encodeToString(signature);
  }
}
