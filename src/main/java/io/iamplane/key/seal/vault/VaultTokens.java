package io.iamplane.key.seal.vault;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.shared.Secret;
import io.iamplane.shared.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The token that requests carry: from the settings, from a file that an agent renews, or from a
 * login with the pod's own token.
 */
final class VaultTokens {

  /** The characters of a header; the client's own refusal would show the value. */
  private static final Pattern VISIBLE = Pattern.compile("[\\x21-\\x7e]{1,16384}");

  private static final String TOKEN_FILE = "iam.keys.vault.token-file";

  /** A lease is used up to two thirds, as Vault's own agents do. */
  private static final int THIRDS = 3;

  private final VaultConfig config;
  private final Ticker ticker;
  private @Nullable Lease lease;

  private record Lease(Secret token, long untilNanos) {}

  @FunctionalInterface
  interface Login {

    VaultAnswer post(String path, Map<String, String> body);
  }

  VaultTokens(VaultConfig config, Ticker ticker) {
    this.config = config;
    this.ticker = ticker;
  }

  /**
   * The token for the next request.
   *
   * @throws KeyProviderUnavailableException when the settings give no token
   */
  Secret current(Login login) {
    Optional<String> role = config.kubernetes().role();
    if (role.isPresent()) {
      return leased(role.get(), login);
    }
    Optional<String> file = config.tokenFile();
    if (file.isPresent()) {
      return visible("the token in " + TOKEN_FILE, read(TOKEN_FILE, file.get()));
    }
    String token =
        config
            .token()
            .orElseThrow(
                () -> new KeyProviderUnavailableException("iam.keys.vault.token is not set"));
    return visible("iam.keys.vault.token", token);
  }

  /** Forgets the login after a refusal; returns true if there will be another one. */
  synchronized boolean renew() {
    boolean renewable = lease != null;
    lease = null;
    return renewable;
  }

  private synchronized Secret leased(String role, Login login) {
    Lease known = lease;
    if (known != null && ticker.nanos() - known.untilNanos() < 0) {
      return known.token();
    }
    long asked = ticker.nanos();
    VaultConfig.Kubernetes settings = config.kubernetes();
    String own = read("iam.keys.vault.kubernetes.token-file", settings.tokenFile());
    VaultAnswer answer =
        login.post("auth/" + settings.mount() + "/login", Map.of("role", role, "jwt", own));
    JsonNode auth = answer.body().path("auth");
    if (!answer.isOk() || !auth.path("client_token").isTextual()) {
      throw new KeyProviderUnavailableException(
          "Vault rejected the login; check iam.keys.vault.kubernetes.role and the audience of that"
              + " role");
    }
    Secret token = visible("the token from the login", auth.path("client_token").asText());
    Duration length = Duration.ofSeconds(Math.max(0, auth.path("lease_duration").asLong()));
    lease = new Lease(token, asked + length.multipliedBy(THIRDS - 1L).dividedBy(THIRDS).toNanos());
    return token;
  }

  private static Secret visible(String source, String token) {
    if (!VISIBLE.matcher(token).matches()) {
      throw new KeyProviderUnavailableException(
          source + " must consist of 1 to 16,384 visible ASCII characters");
    }
    return new Secret(token);
  }

  private static String read(String property, String file) {
    try {
      return Files.readString(Path.of(file)).strip();
    } catch (IOException e) {
      throw new KeyProviderUnavailableException(property + " cannot be read");
    }
  }
}
