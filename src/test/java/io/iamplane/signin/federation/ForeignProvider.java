package io.iamplane.signin.federation;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A foreign OpenID provider on this machine, which answers as a test says. */
public final class ForeignProvider implements AutoCloseable {

  static final String CLIENT = "iam";
  static final String SECRET = "upstream-secret-of-the-test-0123456789";
  static final String ACCESS_TOKEN = "upstream-access-token";

  private static final RSAKey RSA = rsa("rsa-1");
  private static final ECKey EC = ec();

  /** Of the same name as the right one. */
  private static final RSAKey OTHER = rsa("rsa-1");

  private final HttpServer server;
  private final CountDownLatch closed = new CountDownLatch(1);

  final Map<String, Object> claims = new LinkedHashMap<>();
  final Map<String, Object> metadata = new LinkedHashMap<>();
  final AtomicInteger metadataReads = new AtomicInteger();
  final AtomicInteger keyReads = new AtomicInteger();
  String lastRequest = "";
  String lastAuthorization = "";
  String algorithm = "RS256";
  String keys = new JWKSet(List.<JWK>of(RSA, EC)).toString();
  String answer;
  int status = 200;
  int metadataStatus = 200;
  boolean keysHang;

  /** Runs before the metadata is answered. */
  Runnable beforeMetadata = () -> {};

  /** Runs before the token endpoint answers. */
  Runnable meanwhile = () -> {};

  /** Starts it at a free port. */
  public ForeignProvider() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/.well-known/openid-configuration",
        exchange -> {
          metadataReads.incrementAndGet();
          beforeMetadata.run();
          answer(exchange, metadataStatus, JSONObjectUtils.toJSONString(metadata));
        });
    server.createContext("/hang", _ -> hang());
    server.createContext("/keys", this::keys);
    server.createContext("/token", this::token);
    server.start();
    metadata.put("issuer", issuer());
    metadata.put("authorization_endpoint", issuer() + "/authorize");
    metadata.put("token_endpoint", issuer() + "/token");
    metadata.put("jwks_uri", issuer() + "/keys");
    metadata.put("response_types_supported", List.of("code"));
    metadata.put("subject_types_supported", List.of("public"));
    metadata.put("id_token_signing_alg_values_supported", List.of("RS256", "ES256"));
  }

  public String issuer() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** The claims of a good ID token. */
  void person(String subject, String nonce) {
    long now = Instant.now().getEpochSecond();
    claims.put("iss", issuer());
    claims.put("sub", subject);
    claims.put("aud", CLIENT);
    claims.put("nonce", nonce);
    claims.put("iat", now);
    claims.put("exp", now + 300);
  }

  /** A logout token of a person, with changes. */
  String logoutToken(String subject, Consumer<Map<String, Object>> change) {
    person(subject, "n");
    claims.remove("nonce");
    claims.put("jti", "logout-1");
    claims.put("events", Map.of("http://schemas.openid.net/event/backchannel-logout", Map.of()));
    change.accept(claims);
    return idToken().serialize();
  }

  private void keys(HttpExchange exchange) throws IOException {
    keyReads.incrementAndGet();
    if (keysHang) {
      hang();
    }
    answer(exchange, 200, keys);
  }

  private void hang() {
    try {
      closed.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void token(HttpExchange exchange) throws IOException {
    lastRequest = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    lastAuthorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
    meanwhile.run();
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("access_token", ACCESS_TOKEN);
    body.put("token_type", "Bearer");
    body.put("id_token", idToken().serialize());
    if (status == 302) {
      exchange.getResponseHeaders().add("Location", issuer() + "/elsewhere");
    }
    answer(exchange, status, answer == null ? JSONObjectUtils.toJSONString(body) : answer);
  }

  private JWT idToken() {
    try {
      JWTClaimsSet set = JWTClaimsSet.parse(claims);
      if (algorithm.equals("none")) {
        return new PlainJWT(set);
      }
      String kid = algorithm.equals("ES256") ? EC.getKeyID() : RSA.getKeyID();
      JWSAlgorithm alg =
          algorithm.equals("other key") ? JWSAlgorithm.RS256 : JWSAlgorithm.parse(algorithm);
      SignedJWT jwt = new SignedJWT(new JWSHeader.Builder(alg).keyID(kid).build(), set);
      jwt.sign(signer());
      return jwt;
    } catch (ParseException | JOSEException e) {
      throw new AssertionError(e);
    }
  }

  private JWSSigner signer() throws JOSEException {
    return switch (algorithm) {
      case "RS256" -> new RSASSASigner(RSA);
      case "other key" -> new RSASSASigner(OTHER);
      case "ES256" -> new ECDSASigner(EC);
      case "HS256" -> new MACSigner(SECRET);
      default -> throw new AssertionError(algorithm);
    };
  }

  private static void answer(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  private static RSAKey rsa(String kid) {
    try {
      return new RSAKeyGenerator(2048).keyID(kid).generate();
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  private static ECKey ec() {
    try {
      return new ECKeyGenerator(Curve.P_256).keyID("ec-1").generate();
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }
}
