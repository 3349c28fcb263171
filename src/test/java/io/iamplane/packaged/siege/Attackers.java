package io.iamplane.packaged.siege;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The attackers, in a process of their own with a possibly lower priority than the server: on the
 * machine of the test they would take processors that real attackers do not have.
 */
public final class Attackers {

  private Attackers() {}

  /** An attack's entry in the review, by which it can be chosen. */
  private record Numbered(int entry, Attack attack) {}

  private static List<Numbered> all() {
    return List.of(
        new Numbered(1, Crowd.bodies(1_200)),
        new Numbered(1, Crowd.halfHeads(1_000)),
        new Numbered(1, Crowd.idle(5_000)),
        new Numbered(2, new Collisions()),
        new Numbered(3, new Writers()),
        new Numbered(4, new Batches()),
        new Numbered(5, new Steps()),
        new Numbered(6, Floods.tokens()),
        new Numbered(7, Floods.spoofed()),
        new Numbered(8, new Reads()),
        new Numbered(9, new Receivers()),
        new Numbered(10, Floods.secrets()));
  }

  /** Attacks according to the file of properties, and prints the results, a line for each. */
  public static void main(String[] arguments) throws Exception {
    Properties settings = settings(Path.of(arguments[0]));
    Set<Integer> only =
        List.of(settings.getProperty("only").split(",")).stream()
            .map(Integer::valueOf)
            .collect(Collectors.toSet());
    Target target = Target.of(settings);
    Map<Attack, Tally> tallies = new LinkedHashMap<>();
    List<Thread> threads = new ArrayList<>();
    for (Numbered numbered : all()) {
      if (only.contains(0) || only.contains(numbered.entry())) {
        Tally tally = new Tally();
        tallies.put(numbered.attack(), tally);
        threads.add(Thread.ofPlatform().start(() -> run(numbered.attack(), target, tally)));
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (tallies.isEmpty()) {
      throw new IllegalArgumentException("siege.only names no attack: " + only);
    }
    tallies.forEach((attack, tally) -> System.out.println(attack.name() + " | " + tally));
  }

  private static void run(Attack attack, Target target, Tally tally) {
    try {
      attack.run(target, tally);
    } catch (Exception e) {
      tally.count("ended by " + e);
    }
  }

  private static Properties settings(Path file) throws IOException {
    Properties settings = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      settings.load(reader);
    }
    return settings;
  }
}
