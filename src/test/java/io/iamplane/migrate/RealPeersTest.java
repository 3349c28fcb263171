package io.iamplane.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.iamplane.migrate.PeerAssertion.Check;
import io.iamplane.migrate.PeerAssertion.Expected;
import io.iamplane.migrate.PeerAssertion.Objects;
import io.iamplane.migrate.PeerAssertion.Subjects;
import io.iamplane.migrate.RealComparison.ListedDifference;
import io.iamplane.migrate.generator.GeneratedPeer;
import io.iamplane.migrate.generator.GeneratedPeer.Parts;
import io.iamplane.migrate.generator.GeneratedPeer.Peer;
import io.iamplane.migrate.generator.PeerSemantics;
import io.iamplane.migrate.generator.PeerSemantics.Truth;
import io.iamplane.migrate.real.PeerProgram;
import io.iamplane.migrate.real.RealPeer;
import io.iamplane.migrate.real.RealPeer.RealAnswer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Models that were brought over are answered as the servers that they are from answer them. */
class RealPeersTest {

  private static final int MODELS = Integer.getInteger("peer.models", 160);

  /** The number of disagreements to print. */
  private static final int SHOWN = 5;

  @Tag("stress")
  @ParameterizedTest
  @CsvSource({"OPENFGA,PLAIN", "OPENFGA,CONDITIONAL", "SPICEDB,PLAIN", "SPICEDB,CONDITIONAL"})
  void aRealServerAnswersAlike(PeerProgram program, Parts parts) throws Exception {
    Optional<Path> found = program.find();
    assumeTrue(found.isPresent(), program.missing());
    long begin = System.nanoTime();
    try (RealPeer real = program.start(found.get())) {
      RealComparison comparison = new RealComparison(real);
      Thread end = new Thread(real::close);
      Runtime.getRuntime().addShutdownHook(end);
      for (long seed = 0; comparison.models() < MODELS; seed++) {
        assertThat(seed).as("%s", comparison).isLessThan(4L * MODELS);
        comparison.compare(GeneratedPeer.of(program.kind(), seed, parts), seed);
      }
      Runtime.getRuntime().removeShutdownHook(end);
      long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
      System.out.printf("%s, %s: %s; %d s%n", program.title(), parts, comparison, seconds);
      assertThat(comparison.disagreements().stream().limit(SHOWN)).as("%s", comparison).isEmpty();
      assertThat(comparison.answers(RealAnswer.ALLOWED)).isGreaterThan(MODELS * 20);
      assertThat(comparison.answers(RealAnswer.DENIED)).isGreaterThan(MODELS * 20);
    }
  }

  @Tag("stress")
  @ParameterizedTest
  @EnumSource(PeerProgram.class)
  void aRealServerAnswersAlikeAboutModelsWrittenByHand(PeerProgram program) throws Exception {
    Optional<Path> found = program.find();
    assumeTrue(found.isPresent(), program.missing());
    try (RealPeer real = program.start(found.get())) {
      RealComparison comparison = new RealComparison(real);
      for (WrittenModel each : WrittenModel.all(program.kind())) {
        comparison.compare(each.peer(), comparison.models(), each.questions());
      }
      System.out.printf("%s, by hand: %s%n", program.title(), comparison);
      assertThat(comparison.disagreements().stream().limit(SHOWN)).isEmpty();
      assertThat(comparison.refused()).isEmpty();
    }
  }

  /** Exports for OpenFGA, with conditions, are accepted there and have the same meaning. */
  @Tag("stress")
  @ParameterizedTest
  @EnumSource(
      value = Parts.class,
      names = {"PLAIN", "CONDITIONAL"})
  void aRealServerTakesWhatIsExported(Parts parts) throws Exception {
    Optional<Path> found = PeerProgram.OPENFGA.find();
    assumeTrue(found.isPresent(), PeerProgram.OPENFGA.missing());
    try (RealPeer real = PeerProgram.OPENFGA.start(found.get())) {
      RealComparison comparison = new RealComparison(real);
      for (long seed = 0; comparison.models() < MODELS; seed++) {
        assertThat(seed).as("%s", comparison).isLessThan(4L * MODELS);
        Peer peer = GeneratedPeer.of(PeerKind.OPENFGA, seed, parts);
        PeerDocument read = ExportedPeer.of(peer.model(), peer.tuples()).read();
        comparison.compare(new Peer(read.model(), read.tuples()), seed);
      }
      System.out.printf("exported, %s: %s%n", parts, comparison);
      assertThat(comparison.disagreements().stream().limit(SHOWN)).as("%s", comparison).isEmpty();
      assertThat(comparison.answers(RealAnswer.ALLOWED)).isGreaterThan(MODELS * 20);
    }
  }

  /** Conditions of ours, with each type, operator and function that is written for OpenFGA. */
  @Tag("stress")
  @Test
  void aRealServerTakesConditionsOfOurs() throws Exception {
    Optional<Path> found = PeerProgram.OPENFGA.find();
    assumeTrue(found.isPresent(), PeerProgram.OPENFGA.missing());
    Peer peer = OwnConditions.exported();
    try (RealPeer real = PeerProgram.OPENFGA.start(found.get())) {
      real.load(peer);
      assertThat(real.ask(OwnConditions.questions())).isEqualTo(OwnConditions.answers());
    }
  }

  @Test
  void conditionsOfOursAreWrittenAndHoldForSomeQuestions() throws Exception {
    assertThat(OwnConditions.exported().model().conditions()).hasSameSizeAs(OwnConditions.values());
    assertThat(OwnConditions.answers()).contains(RealAnswer.ALLOWED, RealAnswer.DENIED);
  }

  /** A server that answers by the documentation, but for questions of some places. */
  private record Played(List<Peer> models, IntPredicate wrong) implements RealPeer {

    @Override
    public void load(Peer peer) {
      models.add(peer);
    }

    @Override
    public List<RealAnswer> ask(List<Check> questions) {
      List<RealAnswer> answers = new ArrayList<>();
      for (Check each : questions) {
        Truth truth = PeerSemantics.truth(models.getLast(), each);
        boolean swapped = wrong.test(answers.size());
        answers.add(
            switch (truth) {
              case TRUE -> swapped ? RealAnswer.DENIED : RealAnswer.ALLOWED;
              case OPEN -> swapped ? RealAnswer.ALLOWED : RealAnswer.UNDECIDED;
              case FALSE -> swapped ? RealAnswer.ALLOWED : RealAnswer.DENIED;
            });
      }
      return answers;
    }

    @Override
    public Objects listed(Objects asked) {
      return asked.expecting(
          named(
              asked.type(),
              null,
              object ->
                  new Check(
                      asked.subject(),
                      asked.subjectRelation(),
                      asked.relation(),
                      object,
                      asked.context(),
                      Expected.DENIED,
                      asked.place())));
    }

    @Override
    public Subjects listed(Subjects asked) {
      return asked.expecting(
          named(
              asked.type(),
              asked.subjectRelation(),
              subject ->
                  new Check(
                      subject,
                      asked.subjectRelation(),
                      asked.relation(),
                      asked.object(),
                      asked.context(),
                      Expected.DENIED,
                      asked.place())));
    }

    /** The objects of a type, and everyone of it, of which a question is true. */
    private Set<String> named(
        String type, @Nullable String userset, Function<PeerObject, Check> question) {
      Set<String> named = new TreeSet<>();
      for (String id : List.of("0", "1", "2", "3", "4", PeerTuple.EVERYONE)) {
        PeerObject object = new PeerObject(type, id);
        boolean everyone = id.equals(PeerTuple.EVERYONE);
        if ((!everyone || type.equals("user"))
            && PeerSemantics.truth(models.getLast(), question.apply(object)) == Truth.TRUE) {
          named.add(object + (userset == null ? "" : "#" + userset));
        }
      }
      return named;
    }

    @Override
    public void close() {
      // Nothing runs.
    }
  }

  @ParameterizedTest
  @CsvSource({"OPENFGA,PLAIN", "OPENFGA,CONDITIONAL", "SPICEDB,PLAIN", "SPICEDB,CONDITIONAL"})
  void aWrongAnswerIsFound(PeerProgram program, Parts parts) throws Exception {
    requireFound(program, parts, 1);
  }

  @ParameterizedTest
  @CsvSource({"OPENFGA,PLAIN", "OPENFGA,CONDITIONAL", "SPICEDB,PLAIN", "SPICEDB,CONDITIONAL"})
  @Tag("ci")
  void wrongAnswersAboutSomeModelsAreFound(PeerProgram program, Parts parts) throws Exception {
    requireFound(program, parts, 4);
  }

  private static void requireFound(PeerProgram program, Parts parts, int models) throws Exception {
    for (boolean wrong : new boolean[] {false, true}) {
      RealComparison comparison =
          new RealComparison(new Played(new ArrayList<>(), place -> wrong && place == 100));
      for (long seed = 0; seed < models; seed++) {
        comparison.compare(GeneratedPeer.of(program.kind(), seed, parts), seed);
      }
      assertThat(comparison.disagreements()).hasSize(wrong ? models : 0);
      assertThat(comparison.models()).isEqualTo(models);
    }
  }

  /** Only wrong answers that depend on a relation that another may hide are listed. */
  @Test
  void onlyWhatRestsOnAHiddenRelationIsListed() throws Exception {
    WrittenModel model =
        WrittenModel.all(PeerKind.OPENFGA).stream()
            .filter(each -> each.file().equals("everyone.fga.yaml"))
            .findFirst()
            .orElseThrow();
    Set<String> listed = new TreeSet<>();
    for (Check each : model.questions()) {
      RealComparison comparison = new RealComparison(new Played(new ArrayList<>(), _ -> true));
      comparison.compare(model.peer(), 0, List.of(each));
      if (comparison.disagreements().isEmpty()) {
        assertThat(comparison.listed())
            .containsOnlyKeys(ListedDifference.ONE_RELATION_HIDES_ANOTHER);
        listed.add("%s %s %s".formatted(each.subject(), each.relation(), each.object()));
      }
    }
    assertThat(listed)
        .containsExactly(
            "user:ann open folder:first",
            "user:ann open folder:shut",
            "user:ann seen folder:first",
            "user:ann viewer folder:first");
  }

  @Test
  void aProgramThatIsNotThereIsNamed() {
    assertThat(PeerProgram.OPENFGA.missing()).contains("-Dpeers.openfga", "-Dpeers.go");
  }
}
