package io.iamplane.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A certificate that hooks.example.com, on this machine, gave itself. */
public final class HooksCertificate {

  private static final String PASSWORD = "changeit";

  private final Path keys;
  private final Path pem;

  public HooksCertificate(Path folder) throws IOException, InterruptedException {
    keys = folder.resolve("keys.p12");
    pem = folder.resolve("certificate.pem");
    keytool(
        List.of("-genkeypair", "-keyalg", "EC", "-validity", "2", "-storetype", "PKCS12"),
        List.of("-dname", "CN=hooks", "-ext", "san=dns:hooks.example.com,ip:127.0.0.1"));
    keytool(List.of("-exportcert", "-rfc"), List.of("-file", pem.toString()));
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

  private void keytool(List<String> task, List<String> more)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(task);
    command.addAll(more);
    command.addAll(
        List.of("-alias", "hooks", "-keystore", keys.toString(), "-storepass", PASSWORD));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
