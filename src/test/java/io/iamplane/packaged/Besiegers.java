package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.packaged.siege.Attackers;
import io.iamplane.packaged.siege.Victim;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * The process of the attackers. It runs at the lowest priority (nice 19): it stands for machines of
 * their own, and here it would otherwise take the server's processors, which no attacker can.
 */
final class Besiegers {

  private static final String API = "/api/iam/v1/";
  private static final Duration GRACE = Duration.ofMinutes(2);

  private final Path folder;
  private final int hookPort;
  private final double share;
  private Process process;
  private Path out;

  Besiegers(Path folder, int hookPort, double share) {
    this.folder = folder;
    this.hookPort = hookPort;
    this.share = share;
  }

  /** The attackers' tenant has an application and a user, as every other. */
  void prepare(PackagedApp server, PackagedTenant attacker) {
    String token = attacker.token(server);
    var submitted =
        PackagedTenant.post(
            server, token, API + "applications/trap/manifests", Victim.manifest("trap"));
    assertThat(submitted.statusCode()).as(submitted.body()).isEqualTo(201);
    for (String[] request :
        new String[][] {
          {"manifests/" + Victim.first(submitted.body()) + "/apply", ""},
          {"users", "{\"name\": \"One\", \"external_id\": \"one\"}"}
        }) {
      var made = PackagedTenant.post(server, token, API + request[0], request[1]);
      assertThat(made.statusCode() / 100).as(made.body()).isEqualTo(2);
    }
  }

  void start(PackagedApp server, PackagedTenant attacker, Duration time) throws Exception {
    Properties settings = new Properties();
    settings.setProperty("port", Integer.toString(server.port()));
    settings.setProperty("hookPort", Integer.toString(hookPort));
    settings.setProperty("token", attacker.token(server));
    settings.setProperty("clientId", attacker.clientId());
    settings.setProperty("clientSecret", attacker.clientSecret());
    settings.setProperty("victimAddress", Victim.ADDRESS);
    settings.setProperty("share", Double.toString(share));
    settings.setProperty("seconds", Long.toString(time.toSeconds()));
    settings.setProperty("only", System.getProperty("siege.only", "0"));
    Path file = folder.resolve("siege.properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      settings.store(writer, null);
    }
    out = folder.resolve("attackers.out");
    process =
        new ProcessBuilder(
                "chrt",
                "--idle",
                "0",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx768m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Path.of(Attackers.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString(),
                Attackers.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
  }

  /** The requests of each attack, and their answers. */
  List<String> awaitEnd() throws InterruptedException {
    if (!process.waitFor(GRACE.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly().onExit().join();
    }
    try {
      List<String> lines = Files.readAllLines(out);
      assertThat(process.exitValue()).as("the attackers failed: %s", lines).isNotEqualTo(1);
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
