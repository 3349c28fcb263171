package io.iamplane.key.seal.pkcs11;

import io.iamplane.testing.SoftHsm;
import java.security.KeyStore;
import java.security.Provider;
import java.security.Security;
import javax.crypto.KeyGenerator;

/** Makes AES keys in a token, as {@code pkcs11-tool --keygen} does. */
public final class TokenKeys {

  private TokenKeys() {}

  /** Run with the library and then labels; one that begins with {@code open-} can be read out. */
  public static void main(String[] arguments) throws Exception {
    for (int i = 1; i < arguments.length; i++) {
      make(arguments[0], arguments[i]);
    }
  }

  static void make(String library, String label) throws Exception {
    boolean open = label.startsWith("open-");
    Provider provider =
        Security.getProvider("SunPKCS11")
            .configure(
                "--name = made-%s\nlibrary = %s\nslotListIndex = 0\nattributes(*,CKO_SECRET_KEY,*) = {\nCKA_TOKEN = true\nCKA_SENSITIVE = %s\nCKA_EXTRACTABLE = %s\n}\n"
                    .formatted(label, library, !open, open));
    KeyStore keys = KeyStore.getInstance("PKCS11", provider);
    keys.load(null, SoftHsm.PIN.toCharArray());
    KeyGenerator generator = KeyGenerator.getInstance("AES", provider);
    generator.init(256);
    keys.setEntry(label, new KeyStore.SecretKeyEntry(generator.generateKey()), null);
  }
}
