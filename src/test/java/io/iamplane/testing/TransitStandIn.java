package io.iamplane.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Stands in for the transit engine of Vault and OpenBao, which no registry has: encrypt, decrypt,
 * rotation, {@code min_decryption_version}, the login of a pod, and the refusals of both, in the
 * form and the words of the sources of OpenBao 2. It really encrypts, under AES-256 with the
 * associated data.
 */
public final class TransitStandIn implements AutoCloseable {

  public static final String TOKEN = "hvs.MARKED-token-5d1f";
  public static final String POD_TOKEN = "MARKED-pod-token-77aa";
  public static final String KEY = "iam";
  private static final int NONCE = 12;
  private static final int TAG_BITS = 128;
  private static final String MOUNT = "/v1/transit/";

  public enum Mode {
    WELL,
    SEALED,
    STANDBY,
    FORBIDDEN,
    RATE_LIMITED,
    INTERNAL_ERROR,
    NOT_MOUNTED,
    REDIRECT,
    HTML,
    NOT_JSON,
    EMPTY_DATA,
    WRONG_PLAINTEXT,
    ENDLESS,
    ECHO,
    SLOW,
    DRIP,
    CUT
  }

  private final ObjectMapper json = new ObjectMapper();
  private final SecureRandom random = new SecureRandom();
  private final Map<String, List<byte[]>> keys = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> namespaces = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private volatile HttpServer server;
  private volatile int port;
  private volatile int minDecryption = 1;
  private int failures;
  private int left = Integer.MAX_VALUE;
  private volatile Mode afterwards = Mode.WELL;
  private volatile String token = TOKEN;
  private volatile long leaseSeconds = 3_600;
  private volatile Mode mode = Mode.WELL;

  public TransitStandIn() {
    rotate(KEY);
    comeBack();
  }

  public String url() {
    return "http://127.0.0.1:" + port;
  }

  public void answer(Mode how) {
    mode = how;
  }

  /** The next answers are 500, before it answers well again. */
  public synchronized void failNext(int count) {
    failures = count;
  }

  /** Answers so many requests well, and the others in another way. */
  public synchronized void serve(int count, Mode then) {
    mode = Mode.WELL;
    afterwards = then;
    left = count;
  }

  /** Nothing listens any more. */
  public synchronized void goAway() {
    if (server != null) {
      server.stop(0);
      server = null;
    }
  }

  /** Listens again, on the same port. */
  public synchronized void comeBack() {
    mode = Mode.WELL;
    if (server != null) {
      return;
    }
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
      server.setExecutor(threads);
      server.createContext("/", this::handle);
      server.start();
      port = server.getAddress().getPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Gives a key its next version; a name that is new gets its first. */
  public void rotate(String name) {
    byte[] key = new byte[32];
    random.nextBytes(key);
    keys.computeIfAbsent(name, each -> new CopyOnWriteArrayList<>()).add(key);
  }

  public void remove(String name) {
    keys.remove(name);
  }

  public void minDecryptionVersion(int version) {
    minDecryption = version;
  }

  /** Only this one may ask from now on. */
  public void token(String present) {
    token = present;
  }

  public void lease(long seconds) {
    leaseSeconds = seconds;
  }

  /** The paths that were asked for, the first one first. */
  public List<String> requests() {
    return requests;
  }

  public List<String> namespaces() {
    return namespaces;
  }

  @Override
  public void close() {
    closed.countDown();
    goAway();
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      requests.add(path);
      namespaces.addAll(exchange.getRequestHeaders().getOrDefault("X-Vault-Namespace", List.of()));
      if (fails()) {
        errors(exchange, 500, "1 error occurred:\n\t* internal error\n\n");
        return;
      }
      treat(exchange, path, body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Counts a request; returns true if it must fail. */
  private synchronized boolean fails() {
    if (left-- <= 0) {
      mode = afterwards;
      left = Integer.MAX_VALUE;
    }
    if (failures == 0) {
      return false;
    }
    failures--;
    return true;
  }

  private void treat(HttpExchange exchange, String path, byte[] body)
      throws IOException, InterruptedException {
    switch (mode) {
      case WELL, WRONG_PLAINTEXT -> answer(exchange, path, json.readTree(body));
      case SEALED -> errors(exchange, 503, "Vault is sealed");
      case STANDBY -> errors(exchange, 473, "standby");
      case FORBIDDEN -> errors(exchange, 403, "1 error occurred:\n\t* permission denied\n\n");
      case RATE_LIMITED ->
          errors(exchange, 429, "request path \"" + path + "\": rate limit quota exceeded");
      case INTERNAL_ERROR -> errors(exchange, 500, "1 error occurred:\n\t* internal error\n\n");
      case NOT_MOUNTED ->
          errors(exchange, 404, "no handler for route \"" + path + "\". route entry not found.");
      case REDIRECT -> {
        exchange.getResponseHeaders().add("Location", url() + path);
        send(exchange, 307, "");
      }
      case HTML -> send(exchange, 200, "<html><body>It works!</body></html>");
      case NOT_JSON -> send(exchange, 200, "{\"data\":{\"ciphertext\":");
      case EMPTY_DATA -> send(exchange, 200, "{\"data\":null}");
      case ECHO -> {
        String sent = exchange.getRequestHeaders().getFirst("X-Vault-Token");
        errors(exchange, 400, sent + new String(body, StandardCharsets.UTF_8));
      }
      case ENDLESS -> {
        exchange.sendResponseHeaders(200, 0);
        byte[] block = new byte[8_192];
        Arrays.fill(block, (byte) ' ');
        for (int i = 0; i < 1_000; i++) {
          exchange.getResponseBody().write(block);
        }
      }
      case SLOW -> closed.await(30, TimeUnit.SECONDS);
      case DRIP -> {
        exchange.sendResponseHeaders(200, 0);
        for (int i = 0; i < 300 && !closed.await(100, TimeUnit.MILLISECONDS); i++) {
          exchange.getResponseBody().write(' ');
          exchange.getResponseBody().flush();
        }
      }
      case CUT -> {
        exchange.sendResponseHeaders(200, 1_000);
        exchange.getResponseBody().write('{');
      }
    }
  }

  private void answer(HttpExchange exchange, String path, JsonNode body) throws IOException {
    if (path.equals("/v1/auth/kubernetes/login")) {
      login(exchange, body);
    } else if (!token.equals(exchange.getRequestHeaders().getFirst("X-Vault-Token"))) {
      errors(exchange, 403, "permission denied");
    } else if (path.startsWith(MOUNT + "encrypt/")) {
      encrypt(exchange, path.substring((MOUNT + "encrypt/").length()), body);
    } else if (path.startsWith(MOUNT + "decrypt/")) {
      decrypt(exchange, path.substring((MOUNT + "decrypt/").length()), body);
    } else {
      errors(exchange, 404);
    }
  }

  private void login(HttpExchange exchange, JsonNode body) throws IOException {
    if (!body.path("role").asText().equals("iam")) {
      errors(exchange, 400, "invalid role name \"" + body.path("role").asText() + "\"");
    } else if (!body.path("jwt").asText().equals(POD_TOKEN)) {
      errors(exchange, 403, "permission denied");
    } else {
      ObjectNode answer = json.createObjectNode().putNull("data");
      answer.putObject("auth").put("client_token", token).put("lease_duration", leaseSeconds);
      send(exchange, 200, answer.toString());
    }
  }

  private void encrypt(HttpExchange exchange, String name, JsonNode body) throws IOException {
    List<byte[]> versions = keys.get(name);
    if (versions == null) {
      errors(exchange, 400, "encryption key not found");
      return;
    }
    byte[] nonce = new byte[NONCE];
    random.nextBytes(nonce);
    byte[] plain = Base64.getDecoder().decode(body.path("plaintext").asText());
    try {
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, versions.getLast(), nonce, body).doFinal(plain);
      byte[] all = ByteBuffer.allocate(NONCE + sealed.length).put(nonce).put(sealed).array();
      String text = Base64.getEncoder().encodeToString(all);
      data(
          exchange,
          Map.of("ciphertext", "vault:v" + versions.size() + ":" + text),
          versions.size());
    } catch (GeneralSecurityException e) {
      errors(exchange, 500, "1 error occurred:\n\t* internal error\n\n");
    }
  }

  private void decrypt(HttpExchange exchange, String name, JsonNode body) throws IOException {
    List<byte[]> versions = keys.get(name);
    String[] parts = body.path("ciphertext").asText().split(":");
    if (versions == null) {
      errors(exchange, 400, "encryption key not found");
    } else if (parts.length != 3 || !parts[0].equals("vault")) {
      errors(exchange, 400, "invalid ciphertext: no prefix");
    } else {
      int version = Integer.parseInt(parts[1].substring(1));
      if (version > versions.size()) {
        errors(exchange, 400, "invalid ciphertext: version is too new");
      } else if (version < minDecryption) {
        errors(exchange, 400, "ciphertext or signature version is disallowed by policy (too old)");
      } else {
        opened(exchange, versions.get(version - 1), parts[2], body);
      }
    }
  }

  private void opened(HttpExchange exchange, byte[] key, String text, JsonNode body)
      throws IOException {
    byte[] sealed = Base64.getDecoder().decode(text);
    try {
      byte[] plain =
          cipher(Cipher.DECRYPT_MODE, key, Arrays.copyOf(sealed, NONCE), body)
              .doFinal(sealed, NONCE, sealed.length - NONCE);
      if (mode == Mode.WRONG_PLAINTEXT) {
        plain[0] ^= 1;
      }
      data(exchange, Map.of("plaintext", Base64.getEncoder().encodeToString(plain)), null);
    } catch (AEADBadTagException e) {
      errors(exchange, 400, "cipher: message authentication failed");
    } catch (GeneralSecurityException e) {
      errors(exchange, 500, "1 error occurred:\n\t* internal error\n\n");
    }
  }

  private static Cipher cipher(int mode, byte[] key, byte[] nonce, JsonNode body)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(Base64.getDecoder().decode(body.path("associated_data").asText()));
    return cipher;
  }

  /** The envelope of every answer, including members that no caller needs. */
  private void data(HttpExchange exchange, Map<String, String> fields, Integer version)
      throws IOException {
    ObjectNode answer = json.createObjectNode();
    answer.put("request_id", "1f0e4c36-8d6d-4c1a-9d3a-2f6f1c5b7a10");
    answer.put("lease_id", "").put("renewable", false).put("lease_duration", 0);
    ObjectNode data = answer.putObject("data");
    fields.forEach(data::put);
    if (version != null) {
      data.put("key_version", version);
    }
    answer.putNull("wrap_info").putNull("warnings").putNull("auth");
    send(exchange, 200, answer.toString());
  }

  private void errors(HttpExchange exchange, int status, String... errors) throws IOException {
    ObjectNode answer = json.createObjectNode();
    new ArrayList<>(List.of(errors)).forEach(answer.putArray("errors")::add);
    send(exchange, status, answer.toString());
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
