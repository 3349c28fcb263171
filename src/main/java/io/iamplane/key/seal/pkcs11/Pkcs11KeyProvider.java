package io.iamplane.key.seal.pkcs11;

import io.iamplane.key.seal.Binding;
import io.iamplane.key.seal.BoundDataKey;
import io.iamplane.key.seal.KeyProvider;
import io.iamplane.key.seal.KeyProviderUnavailableException;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.key.seal.WrappedKey;
import io.iamplane.key.seal.pkcs11.Pkcs11Token.PinRefusedException;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.ProviderException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.regex.Pattern;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

/**
 * Wraps with an AES key of a PKCS #11 token, by AES-GCM. The place is the cipher's associated data,
 * and behind the data key. A wrapped key is the nonce (12 random bytes) and the ciphertext; its
 * recorded version is the key's label, and it is unwrapped by the key of that label.
 *
 * <p>A module is native code that may wait for a network without an end, so that its callers must
 * not wait for it.
 */
@Singleton
@Identifier(Pkcs11KeyProvider.NAME)
class Pkcs11KeyProvider implements KeyProvider {

  static final String NAME = "pkcs11";
  static final Pattern LABEL = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_. -]{0,63}");
  private static final int NONCE_BYTES = 12;

  private final Pkcs11Config config;
  private final SecureRandom random = new SecureRandom();
  private @Nullable Pkcs11Token token;
  private @Nullable String refusedPin;

  Pkcs11KeyProvider(Pkcs11Config config) {
    this.config = config;
  }

  @Override
  public WrappedKey wrap(byte[] dataKey, Binding binding) {
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    byte[] joined = BoundDataKey.join(dataKey, binding);
    try {
      byte[] sealed = apply(Cipher.ENCRYPT_MODE, config.key(), nonce, joined, binding);
      byte[] all = ByteBuffer.allocate(NONCE_BYTES + sealed.length).put(nonce).put(sealed).array();
      return new WrappedKey(NAME, config.key(), all);
    } finally {
      Arrays.fill(joined, (byte) 0);
    }
  }

  @Override
  public byte[] unwrap(WrappedKey wrapped, Binding binding) {
    byte[] bytes = wrapped.bytes();
    if (bytes.length <= NONCE_BYTES || !LABEL.matcher(wrapped.keyVersion()).matches()) {
      throw new UnsealException("the wrapped key is not in the format of the PKCS #11 provider");
    }
    byte[] nonce = Arrays.copyOf(bytes, NONCE_BYTES);
    byte[] sealed = Arrays.copyOfRange(bytes, NONCE_BYTES, bytes.length);
    return BoundDataKey.split(
        apply(Cipher.DECRYPT_MODE, wrapped.keyVersion(), nonce, sealed, binding), binding);
  }

  private byte[] apply(int mode, String label, byte[] nonce, byte[] input, Binding binding) {
    Pkcs11Token present = token();
    try {
      return present.apply(mode, present.key(label), nonce, binding.bytes(), input);
    } catch (AEADBadTagException e) {
      throw new UnsealException("the token rejected the wrapped key: it was changed or moved");
    } catch (GeneralSecurityException | ProviderException e) {
      forget();
      throw Pkcs11Token.away(e);
    }
  }

  /** A refused PIN is not tried again: a token locks itself after a few attempts. */
  private synchronized Pkcs11Token token() {
    Pkcs11Token present = token;
    if (present != null) {
      return present;
    }
    String pin = pin();
    if (pin.equals(refusedPin)) {
      throw new KeyProviderUnavailableException(
          "the token rejected the PIN, which is not tried again until the PIN in"
              + " iam.keys.pkcs11.pin-file changes");
    }
    try {
      present = Pkcs11Token.open(library(), config.slotIndex(), pin.toCharArray());
    } catch (PinRefusedException e) {
      refusedPin = pin;
      throw new KeyProviderUnavailableException("the token rejected the PIN");
    }
    token = present;
    return present;
  }

  private synchronized void forget() {
    token = null;
  }

  private String library() {
    return config
        .library()
        .orElseThrow(
            () -> new KeyProviderUnavailableException("iam.keys.pkcs11.library is not set"));
  }

  private String pin() {
    try {
      return Files.readString(Path.of(config.pinFile().orElse(""))).strip();
    } catch (IOException e) {
      throw new KeyProviderUnavailableException("iam.keys.pkcs11.pin-file cannot be read");
    }
  }
}
