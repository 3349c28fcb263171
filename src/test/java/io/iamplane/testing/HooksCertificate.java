package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A certificate that hooks.example.com, on this machine, gave itself. */
public final class HooksCertificate {

  private static final String PASSWORD = "changeit";

  private final Path keys;
  private final Path pem;

  public HooksCertificate(Path folder) throws IOException, InterruptedException {
    keys = folder.resolve("keys.p12");
    pem = folder.resolve("certificate.pem");
    generate();
    Files.writeString(pem, certificate());
  }

  private String certificate() throws IOException {
    try {
      KeyStore store = KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray());
      byte[] encoded = store.getCertificate("hooks").getEncoded();
      String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
      return "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The file to trust it by. */
  public String pem() {
    return pem.toString();
  }

  /** A server that shows it. */
  public HttpServerOptions server() {
    return new HttpServerOptions()
        .setSsl(true)
        .setSni(true)
        .setKeyCertOptions(new PfxOptions().setPath(keys.toString()).setPassword(PASSWORD));
  }

  private void generate() throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-genkeypair", "-keyalg", "EC"));
    command.addAll(List.of("-validity", "2", "-storetype", "PKCS12", "-dname", "CN=hooks"));
    command.addAll(List.of("-ext", "san=dns:hooks.example.com,ip:127.0.0.1"));
    command.addAll(
        List.of("-alias", "hooks", "-keystore", keys.toString(), "-storepass", PASSWORD));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
