package io.iamplane.packaged.checks;

import io.iamplane.packaged.PeerProcess;
import io.iamplane.packaged.answers.ExpectedAnswer;
import io.iamplane.packaged.load.LoadRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** OPA as a server, with its data in memory and no log of decisions; it has no batches. */
public final class Opa implements CheckServer {

  private static final String POLICY =
      """
      package shop

      default allow := false

      allow if {
        input.permission == "item.read"
        some grant in data.grants[input.subject]
        grant.role == "reader"
        input.context.quantity <= grant.most
      }

      allow if {
        input.permission == "document.open"
        data.owners[input.resource][input.subject]
      }
      """;

  private static final ExpectedAnswer ALLOWED = ExpectedAnswer.of(Map.of("/result", "true"));

  private final PeerProcess process;
  private final int port;

  private Opa(PeerProcess process, int port) {
    this.process = process;
    this.port = port;
  }

  public static Opa start(Path executable, Path folder, IntSupplier ports) throws IOException {
    Path policy = Files.writeString(folder.resolve("opa.rego"), POLICY);
    Path data = Files.writeString(folder.resolve("opa.json"), data());
    int port = ports.getAsInt();
    PeerProcess process =
        PeerProcess.start(
            "opa",
            Map.of(),
            List.of(
                executable.toString(),
                "run",
                "--server",
                "--addr=127.0.0.1:" + port,
                "--log-level=error",
                "--disable-telemetry",
                policy.toString(),
                data.toString()));
    process.ready(port, "/health");
    return new Opa(process, port);
  }

  private static String data() {
    return "{\"grants\": {%s}, \"owners\": {\"document:plan\": {%s}}}"
        .formatted(
            each("\"user:v%d\": [{\"role\": \"reader\", \"most\": 10}]"),
            each("\"user:v%d\": true"));
  }

  private static String each(String form) {
    return IntStream.range(0, USERS).mapToObj(form::formatted).collect(Collectors.joining(", "));
  }

  @Override
  public String name() {
    return "OPA";
  }

  @Override
  public Map<CheckKind, CheckTarget> targets() {
    List<LoadRequest> requests =
        CheckServer.requests(
            number -> LoadRequest.post("/v1/data/shop/allow", "", question(number), ALLOWED));
    return Map.of(CheckKind.CHECK, new CheckTarget(port, process.handle(), requests));
  }

  private static String question(int number) {
    String what =
        CheckServer.isRole(number)
            ? "\"permission\":\"item.read\",\"context\":{\"quantity\":5}"
            : "\"permission\":\"document.open\",\"resource\":\"document:plan\"";
    return "{\"input\":{\"subject\":\"user:" + CheckServer.user(number) + "\"," + what + "}}";
  }

  @Override
  public void close() {
    process.close();
  }
}
