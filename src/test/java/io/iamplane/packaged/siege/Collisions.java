package io.iamplane.packaged.siege;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** Writes and asks for relations of objects with ids of equal hash, for a hash without a key. */
final class Collisions implements Attack {

  private static final int FULL = 60_000;
  private static final int BATCH = 1_000;

  @Override
  public String name() {
    return "colliding ids";
  }

  @Override
  public void run(Target target, Tally tally) throws Exception {
    List<String> ids = CollidingIds.some(target.part(FULL));
    target.repeat(
        2,
        Duration.ofMillis(200),
        (wire, round) -> {
          int from = (round / 2 * BATCH) % ids.size();
          List<String> some = ids.subList(from, Math.min(ids.size(), from + BATCH));
          if (round % 2 == 0) {
            write(target, tally, wire, some);
          } else {
            batch(target, tally, wire, some);
          }
        });
  }

  private static void write(Target target, Tally tally, Wire wire, List<String> ids)
      throws IOException {
    String writes =
        ids.stream()
            .map(id ->
                "{\"subject\":\"folder:%s\",\"relation\":\"parent\",\"object\":\"document:%s\"}"
                    .formatted(id, id))
            .collect(Collectors.joining(","));
    target.ask(
        wire, tally, "write", "POST", Target.API + "relations", "{\"writes\":[" + writes + "]}");
  }

  private static void batch(Target target, Tally tally, Wire wire, List<String> ids)
      throws IOException {
    String checks =
        ids.stream()
            .map(id -> "{\"resource\":\"document:" + id + "\"}")
            .collect(Collectors.joining(","));
    target.ask(
        wire,
        tally,
        "batch",
        "POST",
        Target.API + "decisions/batch",
        "{\"subject\":\"user:one\",\"permission\":\"trap:document.open\",\"checks\":["
            + checks
            + "]}");
  }
}
