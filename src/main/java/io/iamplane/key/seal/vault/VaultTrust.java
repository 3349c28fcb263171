package io.iamplane.key.seal.vault;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Trust in the certificates of a file, and in no others. */
final class VaultTrust {

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
        throw new IllegalArgumentException("has no certificate");
      }
      TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
      factory.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, factory.getTrustManagers(), null);
      return context;
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot be read");
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("has no certificates in PEM");
    }
  }

  private static Collection<? extends Certificate> certificates(String file)
      throws IOException, GeneralSecurityException {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in);
    }
  }
}
