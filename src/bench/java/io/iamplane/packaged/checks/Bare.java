package io.iamplane.packaged.checks;

import io.iamplane.packaged.PeerProcess;
import io.iamplane.packaged.answers.ExpectedAnswer;
import io.iamplane.packaged.load.BareServer;
import io.iamplane.packaged.load.LoadRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** An endpoint of this platform that does nothing but HTTP and JSON. */
public final class Bare implements CheckServer {

  /** It says the same of everyone. */
  private static final ExpectedAnswer ALLOWED =
      ExpectedAnswer.of(Map.of("/data/allowed", "true", "/data/reason_code", "granted_by_grant"));

  private final PeerProcess process;
  private final int port;

  private Bare(PeerProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  public static Bare start(IntSupplier ports) throws IOException {
    int port = ports.getAsInt();
    PeerProcess process =
        PeerProcess.start(
            "bare",
            Map.of(),
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                BareServer.class.getName(),
                Integer.toString(port)));
    process.ready(port, "/");
    return new Bare(process, port);
  }

  @Override
  public String name() {
    return "bare event loop";
  }

  @Override
  public Map<CheckKind, CheckTarget> targets() {
    List<LoadRequest> requests =
        CheckServer.requests(
            number -> LoadRequest.post("/", "", OwnQuestions.check(number), ALLOWED));
    return Map.of(CheckKind.CHECK, new CheckTarget(port, process.handle(), requests));
  }

  @Override
  public void close() {
    process.close();
  }
}
