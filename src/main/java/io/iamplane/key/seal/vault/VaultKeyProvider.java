package io.iamplane.key.seal.vault;

import com.fasterxml.jackson.databind.JsonNode;
import io.iamplane.key.seal.Binding;
import io.iamplane.key.seal.BoundDataKey;
import io.iamplane.key.seal.KeyProvider;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.key.seal.WrappedKey;
import io.iamplane.shared.Ticker;
import io.smallrye.common.annotation.Identifier;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Wraps with a key of the transit engine of Vault or OpenBao. The place is the engine's associated
 * data, its context (for a key that derives), and behind the data key, so that it is bound with
 * every type of key.
 *
 * <p>A wrapped key is the engine's text, {@code vault:v3:…}; its recorded version is {@code
 * NAME:v3}, and it is unwrapped by the key of that name, so that the name may change, too.
 */
@Singleton
@Identifier(VaultKeyProvider.NAME)
class VaultKeyProvider implements KeyProvider {

  static final String NAME = "vault";
  private static final Pattern CIPHERTEXT =
      Pattern.compile("vault:(v[1-9]\\d{0,8}):[A-Za-z0-9+/]{1,4096}={0,2}");

  private final VaultConfig config;
  private final VaultClient client;

  VaultKeyProvider(VaultConfig config, Ticker ticker) {
    this.config = config;
    this.client = new VaultClient(config, ticker);
  }

  @Override
  public WrappedKey wrap(byte[] dataKey, Binding binding) {
    byte[] joined = BoundDataKey.join(dataKey, binding);
    String plaintext = Base64.getEncoder().encodeToString(joined);
    Arrays.fill(joined, (byte) 0);
    JsonNode data = ask("encrypt", config.key(), "plaintext", plaintext, binding);
    String ciphertext = text(data, "ciphertext");
    Matcher form = CIPHERTEXT.matcher(ciphertext);
    if (!form.matches()) {
      throw malformed();
    }
    return new WrappedKey(
        NAME, config.key() + ":" + form.group(1), ciphertext.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public byte[] unwrap(WrappedKey wrapped, Binding binding) {
    String ciphertext = new String(wrapped.bytes(), StandardCharsets.US_ASCII);
    String key = wrapped.keyVersion().replaceFirst(":v\\d+$", "");
    if (!CIPHERTEXT.matcher(ciphertext).matches() || !VaultAddress.NAME.matcher(key).matches()) {
      throw new UnsealException("the wrapped key is not in Vault's format");
    }
    JsonNode data = ask("decrypt", key, "ciphertext", ciphertext, binding);
    return BoundDataKey.split(decoded(text(data, "plaintext")), binding);
  }

  private JsonNode ask(String operation, String key, String field, String value, Binding binding) {
    String place = Base64.getEncoder().encodeToString(binding.bytes());
    VaultAnswer answer =
        client.post(
            config.mount() + "/" + operation + "/" + key,
            Map.of(field, value, "associated_data", place, "context", place));
    if (!answer.isOk()) {
      throw refused(answer, key);
    }
    return answer.body().path("data");
  }

  /** Maps the engine's refusals, by the words of its source; an unknown one may be transient. */
  private static RuntimeException refused(VaultAnswer answer, String key) {
    if (answer.says("message authentication failed") || answer.says("unable to decrypt")) {
      return new UnsealException(
          "Vault rejected the wrapped key: it was changed, moved, or wrapped with another key");
    }
    if (answer.says("too old")) {
      return new UnsealException(
          "the key version is below the min_decryption_version of transit key " + key);
    }
    if (answer.says("not found")) {
      return new KeyProviderUnavailableException("Vault has no transit key " + key);
    }
    return new KeyProviderUnavailableException(
        "Vault returned 400; see its audit log, and check that transit key "
            + key
            + " has an authenticated type, such as aes256-gcm96");
  }

  private static String text(JsonNode data, String field) {
    JsonNode value = data.path(field);
    if (!value.isTextual()) {
      throw malformed();
    }
    return value.asText();
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw malformed();
    }
  }

  private static KeyProviderUnavailableException malformed() {
    return new KeyProviderUnavailableException(
        "the server at iam.keys.vault.url does not respond like a transit engine; check the URL");
  }

  @PreDestroy
  void close() {
    client.close();
  }
}
