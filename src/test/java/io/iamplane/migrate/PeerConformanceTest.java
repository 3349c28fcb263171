package io.iamplane.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.iamplane.migrate.proof.AssertionOutcome.Result;
import io.iamplane.migrate.proof.AssertionRun;
import io.iamplane.migrate.proof.ImportedPolicy;
import io.iamplane.migrate.source.PeerFormats;
import io.iamplane.migrate.target.ImportReport;
import io.iamplane.migrate.target.ModelWriter;
import io.iamplane.migrate.target.TargetModel;
import io.iamplane.migrate.text.PeerFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Models, data and expected answers that others wrote, brought over from their own format. */
class PeerConformanceTest {

  private static final Path DIRECTORY =
      Path.of(System.getProperty("conformance.dir", "../shared/conformance"));

  @ParameterizedTest
  @CsvSource({"gdrive,187", "github,11", "slack,7"})
  void topazSetsAnswerAsTheirAuthorsSay(String set, int cases)
      throws IOException, PeerFaultsException {
    assumeTrue(Files.isDirectory(DIRECTORY.resolve(set)), "not present");
    PeerFiles files = name -> Files.newInputStream(DIRECTORY.resolve(name));
    ImportReport report = new ImportReport();
    TargetModel model =
        ModelWriter.write(
            PeerFormats.document(PeerKind.TOPAZ, set + "/model.yaml", files).model(), report);
    List<PeerTuple> tuples = new ArrayList<>();
    for (String data : List.of("citadel", set)) {
      PeerFormats.data(PeerKind.TOPAZ, data + "/relations.json", files).read(tuples::add);
    }
    AssertionRun run = new AssertionRun(new ImportedPolicy(model, report), tuples, Imported.NOW);

    run.run(
        new PeerTest(
            set, List.of(), PeerFormats.topazAssertions(set + "/evaluations.json", files)));

    assertThat(run.outcomes()).hasSize(cases);
    assertThat(run.outcomes().stream().filter(each -> each.result() != Result.PASSED)).isEmpty();
    assertThat(report.lines()).isEmpty();
  }
}
