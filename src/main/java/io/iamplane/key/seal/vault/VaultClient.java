package io.iamplane.key.seal.vault;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.shared.Secret;
import io.iamplane.shared.Ticker;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * Asks Vault's HTTP API, within a time limit that holds for all attempts together. A request is
 * repeated when it may go better: each of ours may be made twice. Follows no redirect and uses no
 * proxy, since a request carries the token and a data key.
 */
final class VaultClient {

  private static final int MAX_ANSWER_BYTES = 65_536;
  private static final int FORBIDDEN = 403;

  /** Two repetitions, after 0.1 and 0.2 s: Vault may be changing its active node. */
  private static final int ATTEMPTS = 3;

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final VaultConfig config;
  private final VaultTokens tokens;
  private final Ticker ticker;
  private final ObjectMapper json = JsonMapper.builder().build();
  private @Nullable HttpClient http;

  VaultClient(VaultConfig config, Ticker ticker) {
    this.config = config;
    this.tokens = new VaultTokens(config, ticker);
    this.ticker = ticker;
  }

  /**
   * Asks one question, at a path below {@code /v1/}; the answer is 200 or 400.
   *
   * @throws KeyProviderUnavailableException for every other answer, and for none in time
   */
  VaultAnswer post(String path, Map<String, String> body) {
    long end = ticker.nanos() + config.timeout().toNanos();
    try {
      return authorised(path, body, end);
    } catch (RefusedException e) {
      if (!tokens.renew()) {
        throw new KeyProviderUnavailableException(String.valueOf(e.getMessage()));
      }
    }
    try {
      return authorised(path, body, end);
    } catch (RefusedException e) {
      throw new KeyProviderUnavailableException(String.valueOf(e.getMessage()));
    }
  }

  private VaultAnswer authorised(String path, Map<String, String> body, long end)
      throws RefusedException {
    Secret token = tokens.current((login, fields) -> anonymous(login, fields, end));
    return repeated(request(path, body).header("X-Vault-Token", token.reveal()), end);
  }

  private VaultAnswer anonymous(String path, Map<String, String> body, long end) {
    try {
      return repeated(request(path, body), end);
    } catch (RefusedException e) {
      throw new KeyProviderUnavailableException("Vault rejected the login");
    }
  }

  private HttpRequest.Builder request(String path, Map<String, String> body) {
    HttpRequest.Builder request = HttpRequest.newBuilder(VaultAddress.of(config, path));
    config.namespace().ifPresent(name -> request.header("X-Vault-Namespace", name));
    try {
      return request
          .header("X-Vault-Request", "true")
          .header("Content-Type", "application/json")
          .POST(BodyPublishers.ofByteArray(json.writeValueAsBytes(body)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write a map of strings as JSON");
    }
  }

  private VaultAnswer repeated(HttpRequest.Builder request, long end) throws RefusedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return answer(exchange(request.build(), end));
      } catch (PassingException e) {
        Duration pause = PAUSE.multipliedBy(attempt);
        if (attempt >= ATTEMPTS || remaining(end).compareTo(pause) <= 0) {
          throw new KeyProviderUnavailableException(String.valueOf(e.getMessage()));
        }
        sleep(pause);
      }
    }
  }

  private HttpResponse<byte[]> exchange(HttpRequest request, long end) throws PassingException {
    // The client's own limit ends with the head of an answer.
    CompletableFuture<HttpResponse<byte[]>> answer =
        http()
            .sendAsync(
                request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_ANSWER_BYTES));
    try {
      return answer.get(Math.max(0, remaining(end).toNanos()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new PassingException(
          "Vault did not respond within " + config.timeout().toMillis() + " ms");
    } catch (ExecutionException e) {
      throw new PassingException("Vault cannot be reached: " + reason(e.getCause()));
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new KeyProviderUnavailableException("interrupted while waiting for Vault");
    }
  }

  /** By its type: a text may hold parts of an answer. */
  private static String reason(@Nullable Throwable cause) {
    return cause == null ? "unknown" : cause.getClass().getSimpleName();
  }

  private VaultAnswer answer(HttpResponse<byte[]> response)
      throws PassingException, RefusedException {
    int status = response.statusCode();
    if (status == FORBIDDEN) {
      throw new RefusedException();
    }
    if (status == VaultAnswer.OK || status == VaultAnswer.BAD_REQUEST) {
      return new VaultAnswer(status, parsed(response.body()));
    }
    String meaning = VaultStatus.meaning(status);
    if (VaultStatus.passes(status)) {
      throw new PassingException(meaning);
    }
    throw new KeyProviderUnavailableException(meaning);
  }

  private JsonNode parsed(byte[] body) {
    try {
      JsonNode parsed = json.readTree(body);
      return parsed == null ? MissingNode.getInstance() : parsed;
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  private Duration remaining(long end) {
    return Duration.ofNanos(end - ticker.nanos());
  }

  private static void sleep(Duration pause) {
    try {
      Thread.sleep(pause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KeyProviderUnavailableException("interrupted while waiting for Vault");
    }
  }

  private synchronized HttpClient http() {
    if (http == null) {
      HttpClient.Builder builder =
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .followRedirects(HttpClient.Redirect.NEVER)
              .proxy(HttpClient.Builder.NO_PROXY)
              .connectTimeout(config.timeout());
      trust(builder);
      http = builder.build();
    }
    return http;
  }

  private void trust(HttpClient.Builder builder) {
    try {
      config.caFile().map(VaultTrust::of).ifPresent(builder::sslContext);
    } catch (IllegalArgumentException e) {
      throw new KeyProviderUnavailableException("iam.keys.vault.ca-file " + e.getMessage());
    }
  }

  synchronized void close() {
    if (http != null) {
      http.shutdownNow();
    }
  }

  /** May go better the next time. */
  private static final class PassingException extends Exception {

    private static final long serialVersionUID = 1L;

    PassingException(String message) {
      super(message);
    }
  }

  /** 403: the token lacks the right or has expired, which Vault does not tell apart. */
  private static final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    RefusedException() {
      super("Vault returned 403: the token has expired, or its policy does not allow the request");
    }
  }

  /** The meaning of the API's status codes (Vault's HTTP API, "Status codes"). */
  private static final class VaultStatus {

    private static final int SERVER_ERRORS = 500;
    private static final int SUCCESSES_END = 300;
    private static final int REDIRECTS_END = 400;

    /** A standby that lags behind, a quota, a standby that does not forward. */
    private static final Set<Integer> PASSING = Set.of(412, 429, 472, 473);

    private VaultStatus() {}

    /** Returns true if a retry may succeed a moment later. */
    static boolean passes(int status) {
      return PASSING.contains(status) || status >= SERVER_ERRORS;
    }

    static String meaning(int status) {
      return "Vault returned "
          + status
          + switch (status) {
            case 404, 405 -> ": no transit engine is mounted at iam.keys.vault.mount";
            case 412 -> ": a standby node has not caught up";
            case 429 ->
                ": a Vault rate limit was reached, or a standby node does not forward requests";
            case 472, 473 -> ": a standby node does not forward requests";
            case 501 -> ": Vault is not initialized";
            case 503 -> ": Vault is sealed or has no active node";
            default -> other(status);
          };
    }

    private static String other(int status) {
      return status >= SUCCESSES_END && status < REDIRECTS_END
          ? ": redirects are not followed; set iam.keys.vault.url to the redirect target"
          : "";
    }
  }

  /** Trust in the certificates of a file, and in no others. */
  static final class VaultTrust {

    private VaultTrust() {}

    /**
     * Reads certificates, PEM.
     *
     * @throws IllegalArgumentException with the fault of the file
     */
    static SSLContext of(String file) {
      try {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        for (Certificate each : certificates(file)) {
          trusted.setCertificateEntry("ca-" + trusted.size(), each);
        }
        if (trusted.size() == 0) {
          throw new IllegalArgumentException("must contain a certificate");
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
      } catch (IOException e) {
        throw new IllegalArgumentException("cannot be read");
      } catch (GeneralSecurityException e) {
        throw new IllegalArgumentException("must contain certificates in PEM format");
      }
    }

    private static Collection<? extends Certificate> certificates(String file)
        throws IOException, GeneralSecurityException {
      try (InputStream in = Files.newInputStream(Path.of(file))) {
        return CertificateFactory.getInstance("X.509").generateCertificates(in);
      }
    }
  }
}
