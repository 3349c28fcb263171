package io.iamplane.packaged;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** OpenFGA or SpiceDB, serving HTTP on loopback. */
public record PeerServer(PeerProcess process, int port) implements AutoCloseable {

  /** The bearer token of every request. */
  public static final String KEY = "bench";

  /**
   * Starts OpenFGA.
   *
   * @param more options: where it keeps its data above all
   */
  public static PeerServer openFga(Path program, List<String> more) throws IOException {
    int port = PackagedApp.freePort();
    List<String> options =
        List.of(
            "--http-addr=127.0.0.1:" + port,
            "--grpc-addr=127.0.0.1:" + PackagedApp.freePort(),
            "--authn-method=preshared",
            "--authn-preshared-keys=" + KEY,
            "--max-checks-per-batch-check=100",
            "--playground-enabled=false",
            "--metrics-enabled=false",
            "--log-level=error");
    return started("openfga", program, "run", port, options, more);
  }

  /**
   * Starts SpiceDB.
   *
   * @param more options: where it keeps its data above all
   */
  public static PeerServer spiceDb(Path program, List<String> more) throws IOException {
    int port = PackagedApp.freePort();
    List<String> options =
        List.of(
            "--grpc-preshared-key=" + KEY,
            "--grpc-addr=127.0.0.1:" + PackagedApp.freePort(),
            "--http-enabled",
            "--http-addr=127.0.0.1:" + port,
            "--metrics-enabled=false",
            "--telemetry-endpoint=");
    return started("spicedb", program, "serve", port, options, more);
  }

  private static PeerServer started(
      String name, Path program, String verb, int port, List<String> options, List<String> more)
      throws IOException {
    List<String> all = new ArrayList<>(options);
    all.addAll(more);
    PeerProcess process =
        PeerProcess.start(name, Map.of(), PeerProcess.command(program.toString(), all, verb));
    try {
      process.ready(port, "/healthz");
      return new PeerServer(process, port);
    } catch (RuntimeException e) {
      process.close();
      throw e;
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
