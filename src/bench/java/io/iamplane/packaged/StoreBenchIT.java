package io.iamplane.packaged;

import io.iamplane.packaged.writes.WriteDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The cost of the stores, build against build: {@code ./mvnw verify -Pbench -Dbench=stores
 * -Dstores.jars=before=/somewhere/quarkus-app/quarkus-run.jar,after=target/…}. The builds take
 * turns, round by round, each on a database of its own. {@code -Dstores.rounds} (5), {@code
 * -Dstores.seconds} (2) of each measurement, {@code -Dstores.people} (100,000) of the tenant that
 * is loaded, {@code -Dstores.rows} (1,000,000) of the list, {@code -Dstores.relations} (100,000)
 * and {@code -Dstores.objects} (20,000) of an import, {@code -Dstores.only} (all): some of writes,
 * load, lists, import. {@code -Dstores.postgres=installed} has the PostgreSQL of this machine in
 * the place of the one that the tests bring along, both with their defaults. Asserts nothing about
 * time.
 */
@Tag("stores")
class StoreBenchIT {

  private static final int ROUNDS = Integer.getInteger("stores.rounds", 5);
  private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("stores.seconds", 2));
  private static final int WARMING = 2;
  private static final int PEOPLE = Integer.getInteger("stores.people", 100_000);
  private static final int ROWS = Integer.getInteger("stores.rows", 1_000_000);
  private static final int RELATIONS = Integer.getInteger("stores.relations", 100_000);
  private static final int OBJECTS = Integer.getInteger("stores.objects", 20_000);
  private static final String PARTS = System.getProperty("stores.only", "writes,load,lists,import");
  private static final String OPERATIONS = System.getProperty("stores.operations", "");
  private static final List<String> OPTIONS =
      List.of("-Xmx2g", System.getProperty("stores.option", "-Xlog:disable"));

  /** Lets a policy wait for its turn and take the available memory. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "IAM_DECISION_REQUEST_DEADLINE",
          "60S",
          "IAM_DECISION_MEMORY_PERCENT",
          "80",
          "IAM_DECISION_TENANT_MEMORY_PERCENT",
          "60");

  private final Map<String, StoreSubject> subjects = new LinkedHashMap<>();

  /** Operations in a second, by their name and by build, a figure for each round. */
  private final Map<String, Map<String, List<Double>>> measured = new LinkedHashMap<>();

  private String remark = "";

  private interface Measure {
    double of(StoreSubject subject) throws Exception;
  }

  @Test
  void stores() throws Exception {
    Path folder = Files.createDirectories(PackagedApp.TARGET.resolve("bench"));
    Path data = Files.createTempDirectory(folder, "stores-");
    WriteDatabase database = BenchDatabase.start("stores.postgres", data);
    // A run that is ended from outside ends what it started, too.
    Thread end = new Thread(database::close);
    Runtime.getRuntime().addShutdownHook(end);
    try {
      stores(database);
    } finally {
      database.close();
      Runtime.getRuntime().removeShutdownHook(end);
    }
  }

  private void stores(WriteDatabase database) throws Exception {
    try {
      remark = "PostgreSQL %s, medians of %d rounds".formatted(database.version(), ROUNDS);
      for (Map.Entry<String, Path> build : BenchServer.builds("stores.jars").entrySet()) {
        String url = database.create("own_" + subjects.size());
        subjects.put(
            build.getKey(),
            new StoreSubject(BenchServer.start(build.getValue(), OPTIONS, SETTINGS, url)));
      }
      if (PARTS.contains("writes")) {
        writes();
      }
      if (PARTS.contains("load") || PARTS.contains("lists")) {
        volumes();
      }
      if (PARTS.contains("import")) {
        imports();
      }
    } finally {
      subjects.values().forEach(StoreSubject::close);
    }
  }

  /** All operations before the next round, so that the first rounds warm up the whole. */
  private void writes() throws Exception {
    Map<String, Measure> writes = new LinkedHashMap<>();
    for (StoreOperation operation : operations()) {
      for (int connections : new int[] {1, StoreSubject.LANES}) {
        writes.put(
            operation.title() + ", " + connections,
            subject -> subject.perSecond(operation, connections, TIME));
      }
    }
    for (int round = -WARMING; round < ROUNDS; round++) {
      for (Map.Entry<String, Measure> write : writes.entrySet()) {
        round(write.getKey(), round, write.getValue());
      }
    }
    report();
    subjects.forEach(
        (build, subject) -> System.out.printf("%s shed %d with 429%n", build, subject.shed()));
  }

  private static List<StoreOperation> operations() {
    return Arrays.stream(StoreOperation.values())
        .filter(each -> OPERATIONS.isEmpty() || OPERATIONS.contains(each.name()))
        .toList();
  }

  private void volumes() throws Exception {
    for (StoreSubject subject : subjects.values()) {
      subject.fill(PEOPLE);
    }
    if (PARTS.contains("load")) {
      rounds("whole tenant loaded, grants", 2, _ -> subject -> rate(PEOPLE, subject.load()));
    }
    if (PARTS.contains("lists")) {
      for (StoreSubject subject : subjects.values()) {
        subject.fillList(PEOPLE, ROWS);
      }
      rounds("page of 100 within the list", 2, _ -> subject -> subject.pages(ROWS, TIME));
    }
  }

  private void imports() throws Exception {
    String people = "{\"objects\":[" + lines(1_000, i -> object("user", "p" + i)) + "]}";
    for (StoreSubject subject : subjects.values()) {
      subject.importing(people);
    }
    rounds(
        "import of objects",
        1,
        round -> {
          String json =
              "{\"objects\":[" + lines(OBJECTS, i -> object("thing", round + "-" + i)) + "]}";
          return subject -> rate(OBJECTS, subject.importing(json));
        });
    rounds(
        "import of relations",
        0,
        round -> {
          String json = "{\"relations\":[" + lines(RELATIONS, i -> relation(round, i)) + "]}";
          return subject -> rate(RELATIONS, subject.importing(json));
        });
  }

  private static String object(String type, String id) {
    return "{\"type\":\"" + type + "\",\"id\":\"" + id + "\",\"display_name\":\"Bench\"}";
  }

  private static String relation(int round, int number) {
    return """
    {"object_type": "document", "object_id": "d%d-%d", "relation": "owner",
     "subject_type": "user", "subject_id": "p%d"}\
    """
        .formatted(round, number, number % 1_000);
  }

  private static String lines(int count, IntFunction<String> line) {
    return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining(",\n"));
  }

  private static double rate(int count, Duration took) {
    return count * 1e9 / took.toNanos();
  }

  /** Rounds of one measure; those before the first warm up. */
  private void rounds(String what, int warming, IntFunction<Measure> measures) throws Exception {
    for (int round = -warming; round < ROUNDS; round++) {
      round(what, round, measures.apply(round));
    }
    report();
  }

  /** Each build in turn, the first one first in every other round. */
  private void round(String what, int round, Measure measure) throws Exception {
    List<String> builds = new ArrayList<>(subjects.keySet());
    for (String build : round % 2 == 0 ? builds : builds.reversed()) {
      double figure = measure.of(subjects.get(build));
      if (round >= 0) {
        measured
            .computeIfAbsent(what, _ -> new LinkedHashMap<>())
            .computeIfAbsent(build, _ -> new ArrayList<>())
            .add(figure);
      }
    }
  }

  private void report() throws IOException {
    StringBuilder text = new StringBuilder();
    text.append("%s, a second%n%n".formatted(remark));
    text.append("| what, connections |");
    subjects.keySet().forEach(build -> text.append(' ').append(build).append(" |"));
    text.append(" ratio, least to most of a round |\n|---|");
    text.append("---|".repeat(subjects.size() + 1)).append('\n');
    measured.keySet().forEach(what -> text.append(row(what)));
    Path file = PackagedApp.TARGET.resolve("bench/stores.md");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    System.out.println(text);
  }

  /** The ratio is the last build's to the first one's, in the same round. */
  private String row(String what) {
    StringBuilder row = new StringBuilder("| " + what + " |");
    Map<String, List<Double>> figures = measured.get(what);
    List<String> builds = new ArrayList<>(subjects.keySet());
    builds.forEach(build -> row.append(" %,.1f |".formatted(median(figures.get(build)))));
    List<Double> first = figures.get(builds.getFirst());
    List<Double> last = figures.get(builds.getLast());
    List<Double> ratios =
        IntStream.range(0, ROUNDS).mapToObj(i -> last.get(i) / first.get(i)).sorted().toList();
    return row.append(
            " %.2f, %.2f to %.2f |%n"
                .formatted(median(ratios), ratios.getFirst(), ratios.getLast()))
        .toString();
  }

  private static double median(List<Double> figures) {
    return figures.stream().sorted().toList().get(figures.size() / 2);
  }
}
