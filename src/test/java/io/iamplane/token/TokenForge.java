package io.iamplane.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.key.Es256;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Base64;

/** Makes tokens by hand, right ones and wrong ones, apart from the code under test. */
final class TokenForge {

  static final String ISSUER = "https://iam.example.com";
  static final String AUDIENCE = "iam-admin";
  static final String KID = "key-1";

  final KeyPair pair = Es256.generate();
  final Instant now;

  TokenForge(Instant now) {
    this.now = now;
  }

  ObjectNode header() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("alg", "ES256")
        .put("typ", "at+jwt")
        .put("kid", KID);
  }

  ObjectNode claims() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("iss", ISSUER)
        .put("sub", "service_account:0198c0de-0000-7000-8000-000000000001")
        .put("aud", AUDIENCE)
        .put("exp", now.getEpochSecond() + 900)
        .put("iat", now.getEpochSecond())
        .put("jti", "jti-1")
        .put("client_id", "client_a")
        .put("scope", "read write")
        .put("org", "0198c0de-0000-7000-8000-000000000002")
        .put("acr", "aal1")
        .put("policy_version", 3);
  }

  RawToken good() {
    return sign(header(), claims());
  }

  RawToken sign(ObjectNode header, ObjectNode claims) {
    return sign(header.toString(), claims.toString());
  }

  RawToken sign(String header, String claims) {
    String input = base64(header.getBytes(UTF_8)) + "." + base64(claims.getBytes(UTF_8));
    return new RawToken(input + "." + base64(Es256.sign(pair.getPrivate(), input.getBytes(UTF_8))));
  }

  static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
