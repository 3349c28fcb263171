package io.iamplane.key.seal.pkcs11;

import io.iamplane.key.seal.KeyProviderUnavailableException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.Provider;
import java.security.ProviderException;
import java.security.Security;
import java.security.UnrecoverableKeyException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.security.auth.login.LoginException;

/** A token of a module, logged in to. */
final class Pkcs11Token {

  /** The JDK's own, in the module {@code jdk.crypto.cryptoki}. */
  static final String JDK_PROVIDER = "SunPKCS11";

  static final String CIPHER = "AES/GCM/NoPadding";
  private static final int TAG_BITS = 128;

  private final Provider provider;
  private final KeyStore keys;

  private Pkcs11Token(Provider provider, KeyStore keys) {
    this.provider = provider;
    this.keys = keys;
  }

  /** The token does not take the PIN, and locks itself after some attempts. */
  static final class PinRefusedException extends Exception {

    private static final long serialVersionUID = 1L;
  }

  /**
   * Logs in.
   *
   * @throws KeyProviderUnavailableException when the module or the token is not there
   */
  static Pkcs11Token open(String library, int slotIndex, char[] pin) throws PinRefusedException {
    Provider jdk = Security.getProvider(JDK_PROVIDER);
    if (jdk == null) {
      throw new KeyProviderUnavailableException("this build does not support PKCS #11");
    }
    try {
      Provider provider =
          jdk.configure(
              "--name = iam\nlibrary = %s\nslotListIndex = %d\n".formatted(library, slotIndex));
      if (provider.getService("Cipher", CIPHER) == null) {
        throw new KeyProviderUnavailableException("the token does not support " + CIPHER);
      }
      KeyStore keys = KeyStore.getInstance("PKCS11", provider);
      keys.load(null, pin);
      return new Pkcs11Token(provider, keys);
    } catch (IOException e) {
      // The first is what KeyStore.load says of a wrong PIN, the second what else stops a login.
      if (e.getCause() instanceof UnrecoverableKeyException
          || e.getCause() instanceof LoginException) {
        throw new PinRefusedException();
      }
      throw away(e);
    } catch (GeneralSecurityException | ProviderException | IllegalArgumentException e) {
      throw away(e);
    }
  }

  /**
   * The key of a label.
   *
   * @throws KeyProviderUnavailableException when it is missing, or not kept by the token
   */
  Key key(String label) {
    try {
      Key key = keys.getKey(label, null);
      if (key == null || !key.getAlgorithm().equals("AES")) {
        throw new KeyProviderUnavailableException("the token has no AES key labeled " + label);
      }
      if (key.getEncoded() != null) {
        throw new KeyProviderUnavailableException(
            "key "
                + label
                + " can be extracted from the token; create one that is sensitive and not"
                + " extractable");
      }
      return key;
    } catch (GeneralSecurityException | ProviderException e) {
      throw away(e);
    }
  }

  /** AES-GCM in the token (NIST SP 800-38D), with a nonce of ours. */
  byte[] apply(int mode, Key key, byte[] nonce, byte[] associated, byte[] input)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance(CIPHER, provider);
    cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(associated);
    return cipher.doFinal(input);
  }

  /** By its type: a module's text is not known to be free of secrets. */
  static KeyProviderUnavailableException away(Exception cause) {
    return new KeyProviderUnavailableException(
        "the PKCS #11 token cannot be used: " + cause.getClass().getSimpleName());
  }
}
