package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.iamplane.kubernetes.ManifestProbe;
import io.iamplane.kubernetes.MonitoredMeters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A server and a worker in production mode, as the manifests' kubelet and Prometheus see them. */
class KubeletProbesIT {

  private static final Pattern SAMPLE = Pattern.compile("(?m)^(iam_\\w+)");

  @Test
  void everyProbeOfTheManifestsIsAnswered() {
    List<List<String>> processes =
        ManifestProbe.all().stream().map(ManifestProbe::arguments).distinct().toList();
    assertThat(processes).hasSize(2);
    String database = FreshDatabase.url(FreshDatabase.bootstrapped().name());
    Map<String, String> environment = FreshDatabase.environment(database);
    environment.put("IAM_QUEUE_WORKER_ENABLED", "false");
    Set<String> scraped = new TreeSet<>();
    for (List<String> arguments : processes) {
      try (PackagedApp app = PackagedApp.start(environment, arguments.toArray(String[]::new))) {
        ManifestProbe.all().stream()
            .filter(probe -> probe.arguments().equals(arguments))
            .forEach(probe ->
                await(arguments + " " + probe.path())
                    .atMost(PackagedApp.PATIENCE)
                    .until(() -> status(app, probe) == 200));
        if (arguments.getFirst().equals("serve")) {
          assertThat(app.status("/api/iam/v1/organizations")).as("without TLS").isEqualTo(403);
        }
        // What jobs did is read in the background.
        await("jobs")
            .atMost(PackagedApp.PATIENCE)
            .until(() ->
                app.manage("/q/metrics").body().contains("iam_job_failures_total")
                    && app.manage("/q/metrics").body().contains("iam_audit_chain_valid"));
        SAMPLE
            .matcher(app.manage("/q/metrics").body())
            .results()
            .map(MatchResult::group)
            .forEach(scraped::add);
      }
    }
    assertThat(scraped).containsAll(MonitoredMeters.published());
  }

  /** Probes like a kubelet: plain HTTP, to the address of the pod. 0 while no server listens. */
  private static int status(PackagedApp app, ManifestProbe probe) {
    int port = probe.management() ? app.managementPort() : app.port();
    String head =
        """
        GET %s HTTP/1.1
        Host: 10.244.1.7:%d
        User-Agent: kube-probe/1.32
        Accept: */*
        Connection: close

        """
            .formatted(probe.path(), probe.management() ? 9000 : 8080)
            .replace("\n", "\r\n");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) PackagedApp.PATIENCE.toMillis());
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      return answer.isEmpty() ? 0 : Integer.parseInt(answer.split(" ", 3)[1]);
    } catch (IOException e) {
      if (app.isRunning()) {
        return 0;
      }
      throw new UncheckedIOException(app.err(), e);
    }
  }
}
