package io.iamplane.token;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.key.Es256;
import io.iamplane.key.TokenSigner;
import io.iamplane.key.TokenSigners;
import io.iamplane.shared.Secret;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Signs claims with the key that signs tokens now (RFC 7519, section 7.1). */
@Singleton
class JwtSigner {

  private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

  private final TokenSigners signers;

  JwtSigner(TokenSigners signers) {
    this.signers = signers;
  }

  /**
   * Signs, off the event loop only; {@code typ} keeps kinds of tokens apart (RFC 8725, section
   * 3.11).
   *
   * @throws io.iamplane.shared.IamException DEPENDENCY_UNAVAILABLE when nothing can sign now
   */
  Secret sign(String type, ObjectNode claims) {
    TokenSigner signer = signers.current();
    ObjectNode header = JsonNodeFactory.instance.objectNode();
    header.put("alg", Es256.ALG).put("typ", type).put("kid", signer.kid());
    String signed = encode(header) + "." + encode(claims);
    byte[] signature = signer.sign(signed.getBytes(StandardCharsets.US_ASCII));
    return new Secret(signed + "." + BASE64.encodeToString(signature));
  }

  private static String encode(ObjectNode json) {
    return BASE64.encodeToString(json.toString().getBytes(StandardCharsets.UTF_8));
  }
}
