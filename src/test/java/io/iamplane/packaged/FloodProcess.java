package io.iamplane.packaged;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.packaged.overload.Flood;
import java.io.File;
import java.io.Reader;
import java.io.Writer;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The process that sends a {@link Flood}, until it is closed. It has the processors when nothing
 * else wants them, for it stands for machines of its own.
 */
record FloodProcess(Process process, Path out, Path result) implements AutoCloseable {

  /** Longer than the last answers take. */
  private static final Duration GRACE = Duration.ofMinutes(1);

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  /**
   * The outcome of the batches.
   *
   * @param began when the first batch was sent
   * @param time from the first batch to the last answer
   * @param sent batches
   * @param answered batches with status 200
   * @param decisions in the answered batches, denials because nothing could be recorded among them
   * @param full such denials
   * @param refused batches with status 429
   * @param withoutRetryAfter such answers without the header
   * @param different answers that a server without a log does not give, and lost ones
   * @param firstFull the time of the first answer with such a denial, after the begin
   * @param refusedBySecond {@code refused} for each second after the begin
   * @param fullBySecond {@code full} for each second
   * @param examples of answers that are different
   */
  record Result(
      Instant began,
      Duration time,
      long sent,
      long answered,
      long decisions,
      long full,
      long refused,
      long withoutRetryAfter,
      long different,
      Duration firstFull,
      List<Long> refusedBySecond,
      List<Long> fullBySecond,
      String examples) {

    private static Result of(Properties from) {
      return new Result(
          Instant.ofEpochMilli(number(from, "began")),
          millis(from, "millis"),
          number(from, "sent"),
          number(from, "answered"),
          number(from, "decisions"),
          number(from, "full"),
          number(from, "refused"),
          number(from, "withoutRetryAfter"),
          number(from, "different"),
          millis(from, "firstFull"),
          seconds(from, "refusedBySecond"),
          seconds(from, "fullBySecond"),
          from.getProperty("examples"));
    }

    private static List<Long> seconds(Properties from, String name) {
      return Pattern.compile(",").splitAsStream(from.getProperty(name)).map(Long::valueOf).toList();
    }

    private static long number(Properties from, String name) {
      return Long.parseLong(from.getProperty(name));
    }

    private static Duration millis(Properties from, String name) {
      return Duration.ofMillis(number(from, name));
    }

    /** No answer is another one than without a log, and each refusal says when to try again. */
    void requireRightAnswers() {
      assertThat(different).as("answers that differ, such as\n%s", examples).isZero();
      assertThat(withoutRetryAfter).as("answers 429 without Retry-After").isZero();
      assertThat(answered).as("answered batches").isPositive();
    }
  }

  /**
   * Starts a flood.
   *
   * @param folder for its files
   */
  static FloodProcess start(Path folder, Properties settings) throws Exception {
    Path in = Files.createTempFile(folder, "flood-", ".properties");
    Path out = Files.createTempFile(folder, "flood-", ".out");
    Path result = Files.createTempFile(folder, "flood-", ".result");
    try (Writer writer = Files.newBufferedWriter(in)) {
      settings.store(writer, null);
    }
    Process process =
        new ProcessBuilder(
                "chrt",
                "--idle",
                "0",
                JAVA,
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                Flood.class.getName(),
                in.toString(),
                result.toString())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    return new FloodProcess(process, out, result);
  }

  private static String classPath() {
    return Stream.of(Flood.class, ObjectMapper.class, JsonPointer.class, JsonProperty.class)
        .map(FloodProcess::location)
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String location(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits for the end of a flood that takes so long. */
  Result await(Duration time) throws Exception {
    assertThat(process.waitFor(time.plus(GRACE).toSeconds(), TimeUnit.SECONDS))
        .as("the flood ends")
        .isTrue();
    assertThat(process.exitValue()).as(Files.readString(out)).isZero();
    Properties from = new Properties();
    try (Reader reader = Files.newBufferedReader(result)) {
      from.load(reader);
    }
    return Result.of(from);
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
