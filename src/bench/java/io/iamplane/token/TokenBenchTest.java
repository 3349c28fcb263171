package io.iamplane.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.bench.engine.Figures;
import io.iamplane.key.Es256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Measures how tokens are made: {@code ./mvnw test -Pbench -Dbench=token}. */
@Tag("bench")
@Tag("token")
class TokenBenchTest {

  private static final Logger LOG = Logger.getLogger(TokenBenchTest.class);
  private static final Path DIRECTORY = Path.of("target", "bench");
  private static final int STARTS = 7;

  @Test
  void bothMakeTheSameTokens() {
    KeyPair pair = Es256.generate();
    Clock clock = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);
    TokenMakers makers = new TokenMakers(pair, clock);
    CompactJws own = CompactJws.own(makers.own(), AccessTokens.TYPE);
    CompactJws built = CompactJws.own(makers.built(), AccessTokens.TYPE);

    assertThat(own.kid()).isEqualTo(TokenMakers.KID).isEqualTo(built.kid());
    assertThat(claims(makers.own()))
        .usingRecursiveComparison()
        .ignoringFields("jti")
        .isEqualTo(claims(makers.built()));
    for (CompactJws jws : List.of(own, built)) {
      assertThat(Es256.verify(pair.getPublic(), jws.signingInput(), jws.signature())).isTrue();
    }
  }

  /** Settings that this service neither declares nor checks when it starts. */
  @Test
  void theBuilderHasSettingsOfItsOwn() {
    System.setProperty("smallrye.jwt.new-token.override-matching-claims", "true");
    System.setProperty("smallrye.jwt.new-token.issuer", "https://elsewhere.example.com");
    try {
      TokenMakers makers = new TokenMakers(Es256.generate(), Clock.systemUTC());

      assertThat(claims(makers.built()).issuer())
          .isEqualTo("https://elsewhere.example.com");
      assertThat(claims(makers.own()).issuer())
          .isEqualTo("https://iam.example.com");
    } finally {
      System.clearProperty("smallrye.jwt.new-token.override-matching-claims");
      System.clearProperty("smallrye.jwt.new-token.issuer");
    }
  }

  private static TokenClaims claims(String token) {
    return TokenClaims.read(CompactJws.own(token, AccessTokens.TYPE).payload()).orElseThrow();
  }

  @Test
  void bothAreMeasured() throws IOException, RunnerException {
    Files.createDirectories(DIRECTORY);
    List<RunResult> results = new ArrayList<>(run("token-sample", options(Mode.SampleTime)));
    results.addAll(run("token-average", options(Mode.AverageTime)));
    Collection<RunResult> first =
        run(
            "token-first",
            new OptionsBuilder()
                .include(benchmark())
                .mode(Mode.SingleShotTime)
                .warmupIterations(0)
                .measurementIterations(1)
                .forks(STARTS)
                .shouldFailOnError(true));
    String text = text(results, first);
    Files.writeString(DIRECTORY.resolve("token.md"), text);
    LOG.infof("%n%s", text);
  }

  private static String text(Collection<RunResult> results, Collection<RunResult> first) {
    StringBuilder text =
        new StringBuilder(
            "| maker | p50 | p99 | average | B/op | first token of a process |\n"
                + "|---|---|---|---|---|---|\n");
    for (RunResult cold : first) {
      String maker = cold.getParams().getParam("maker");
      Figures figures = Figures.of(results, TokenBench.class, List.of(maker)).orElseThrow();
      text.append(
          "| %s | %s | %s | %s | %,.0f | %s |%n"
              .formatted(
                  maker,
                  Figures.time(figures.p50()),
                  Figures.time(figures.p99()),
                  Figures.time(figures.average()),
                  figures.bytes(),
                  Figures.time(cold.getPrimaryResult().getStatistics().getPercentile(50))));
    }
    return text.toString();
  }

  private static String benchmark() {
    return Pattern.quote(TokenBench.class.getName() + ".");
  }

  private static ChainedOptionsBuilder options(Mode mode) {
    return new OptionsBuilder()
        .include(benchmark())
        .mode(mode)
        .forks(1)
        .jvmArgs("-Xms1g", "-Xmx1g")
        .warmupIterations(3)
        .warmupTime(TimeValue.seconds(2))
        .measurementIterations(5)
        .measurementTime(TimeValue.seconds(2))
        .addProfiler(GCProfiler.class)
        .shouldFailOnError(true);
  }

  private static Collection<RunResult> run(String name, ChainedOptionsBuilder options)
      throws RunnerException {
    return new Runner(options.output(DIRECTORY.resolve(name + ".txt").toString()).build()).run();
  }
}
