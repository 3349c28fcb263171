package io.iamplane.bench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.bench.engine.workload.RelationShape;
import io.iamplane.decision.engine.question.ReasonCode;
import io.iamplane.decision.engine.reference.ReferenceEvaluator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Measures the constructs of the relation language with a cost that depends on a number: {@code
 * ./mvnw test -Pbench -Dbench=relations -Dskip.packaged=true}.
 */
@Tag("bench")
@Tag("relations")
class RelationShapeBenchTest {

  private static final Logger LOG = Logger.getLogger(RelationShapeBenchTest.class);
  private static final Path DIRECTORY = Path.of("target", "bench");

  @Test
  void eachShapeIsAnsweredRightAndMeasured() throws IOException, RunnerException {
    for (RelationShape shape : RelationShape.values()) {
      RelationShapeBench bench = new RelationShapeBench();
      bench.shape = shape;
      bench.load();
      assertThat(bench.decide()).as(shape.title()).isEqualTo(shape.isAllowed());
      assertThat(expected(shape)).as(shape.title()).isEqualTo(shape.isAllowed());
    }
    Files.createDirectories(DIRECTORY);
    Measurement measurement = new Measurement(DIRECTORY);
    measurement.shapes();
    String text = text(measurement);
    Files.writeString(DIRECTORY.resolve("relations.md"), text);
    LOG.infof("%n%s", text);
  }

  private static boolean expected(RelationShape shape) {
    return new ReferenceEvaluator(shape.facts()).decide(shape.request(), Instant.EPOCH).reason()
        == ReasonCode.GRANTED_BY_RELATION;
  }

  private static String text(Measurement measurement) {
    StringBuilder text = new StringBuilder("| check | p50 | p99 | average | B/op |\n");
    text.append("|---|---|---|---|---|\n");
    for (RelationShape shape : RelationShape.values()) {
      Optional<Figures> found =
          Figures.of(measurement.results(), RelationShapeBench.class, List.of(shape.name()));
      Figures figures = found.orElseThrow();
      text.append(
          "| %s | %s | %s | %s | %,.0f |%n"
              .formatted(
                  shape.title(),
                  Figures.time(figures.p50()),
                  Figures.time(figures.p99()),
                  Figures.time(figures.average()),
                  figures.bytes()));
    }
    return text.toString();
  }
}
