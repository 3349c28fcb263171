package io.iamplane.bench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.bench.engine.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.RunnerException;

/** Measures the decision engine and its peers: {@code ./mvnw verify -Pbench -Dbench=engine}. */
@Tag("bench")
@Tag("engine")
class DecisionEngineBenchTest {

  private static final Logger LOG = Logger.getLogger(DecisionEngineBenchTest.class);
  private static final Path DIRECTORY = Path.of("target", "bench");
  private static final List<String> PEERS = List.of("cedar-java", "jCasbin");
  private static final List<String> GRANTS =
      List.of("grants-38", "grants-330", "grants-3300", "grants-9905", "conditions-38");
  private static final List<String> RELATIONS =
      List.of(
          "groups-1",
          "groups-2",
          "groups-4",
          "groups-8",
          "folders-1",
          "folders-2",
          "folders-4",
          "folders-8");
  private static final List<String> WORKLOADS =
      Stream.concat(GRANTS.stream(), RELATIONS.stream()).toList();

  @Test
  void theEnginesAgreeAndAreMeasured() throws IOException, RunnerException {
    Files.createDirectories(DIRECTORY);
    Map<String, Integer> allowed = agree();
    Measurement measurement = new Measurement(DIRECTORY);
    measurement.decisions(DecisionBench.OURS, WORKLOADS, Mode.SampleTime);
    measurement.decisions(DecisionBench.OURS, GRANTS, Mode.AverageTime);
    measurement.condition(Mode.SampleTime);
    measurement.condition(Mode.AverageTime);
    measurement.compilation();
    measurement.clock();
    for (String peer : PEERS) {
      measurement.decisions(peer, WORKLOADS, Mode.SampleTime);
    }
    String text = new Report(measurement.results(), PEERS).text(allowed);
    Files.writeString(DIRECTORY.resolve("engine.md"), text);
    LOG.infof("%n%s", text);
  }

  private static Map<String, Integer> agree() {
    List<String> engines = new ArrayList<>(PEERS);
    engines.addFirst(DecisionBench.OURS);
    Map<String, Integer> allowed = new LinkedHashMap<>();
    for (String workload : WORKLOADS) {
      int count = Agreement.of(workload, engines);
      LOG.infof("%s: the engines agree; %d of %d allowed", workload, count, Workload.ASKS);
      assertThat(count).isBetween(1, Workload.ASKS - 1);
      allowed.put(workload, count);
    }
    return allowed;
  }
}
