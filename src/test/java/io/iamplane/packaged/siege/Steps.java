package io.iamplane.packaged.siege;

import java.io.IOException;
import java.time.Duration;

/**
 * Conditions and relations of the highest allowed cost, a thousand times in each batch; every
 * second client leaves at once.
 */
final class Steps implements Attack {

  private static final int CHECKS = 1_000;
  private static final int GRANTS = 10;
  private static final int WIDE = 16;
  private static final int DEEP = 4;
  private static final int ELEMENTS = 300;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** Never true, and known only at the end: every pair of elements is looked at. */
  private static final String CONDITION =
      "context.l.exists(x, context.l.exists(y, x + y == -1.0 - %d.0))";

  @Override
  public String name() {
    return "steps";
  }

  @Override
  public void run(Target target, Tally tally) throws Exception {
    try (Wire wire = target.wire()) {
      for (int i = 0; i < GRANTS; i++) {
        grant(target, tally, wire, i);
      }
      for (int level = 0; level < DEEP; level++) {
        folders(target, tally, wire, level);
      }
    }
    String list = "1,".repeat(ELEMENTS - 1) + "1";
    String checks = "{},".repeat(CHECKS - 1) + "{}";
    String conditions =
        "{\"subject\":\"user:one\",\"permission\":\"trap:item.read\",\"context\":{\"l\":[%s]},\"checks\":[%s]}"
            .formatted(list, checks);
    String relations =
        "{\"subject\":\"user:one\",\"permission\":\"trap:document.open\",\"resource\":\"document:deep\",\"checks\":[%s]}"
            .formatted(checks);
    target.repeat(
        target.part(4),
        PAUSE,
        (wire, round) -> ask(target, tally, wire, round, round % 4 < 2 ? conditions : relations));
  }

  private static void ask(Target target, Tally tally, Wire wire, int round, String body)
      throws IOException {
    String path = Target.API + "decisions/batch";
    if (round % 2 == 0) {
      wire.sendAndLeave("POST", path, body, Target.headers(target.token(), Target.anyAddress()));
      tally.count("sent and left");
    } else {
      target.ask(wire, tally, round % 4 < 2 ? "conditions" : "relations", "POST", path, body);
    }
  }

  private static void grant(Target target, Tally tally, Wire wire, int number) throws IOException {
    String condition = CONDITION.formatted(number);
    target.ask(
        wire,
        tally,
        "grant",
        "POST",
        Target.API + "grants",
        "{\"subject\":\"user:one\",\"privilege_type\":\"permission\","
            + "\"privilege_key\":\"trap:item.read\",\"condition\":\""
            + condition
            + "\"}");
  }

  /** Each of this level is in every one of the next. */
  private static void folders(Target target, Tally tally, Wire wire, int level) throws IOException {
    StringBuilder writes = new StringBuilder();
    for (int child = 0; child < (level == 0 ? 1 : WIDE); child++) {
      for (int parent = 0; parent < WIDE; parent++) {
        String object = level == 0 ? "document:deep" : "folder:" + level + "-" + child;
        writes
            .append(writes.isEmpty() ? "" : ",")
            .append("{\"subject\":\"folder:")
            .append(level + 1)
            .append('-')
            .append(parent)
            .append("\",\"relation\":\"parent\",\"object\":\"")
            .append(object)
            .append("\"}");
      }
    }
    target.ask(
        wire, tally, "write", "POST", Target.API + "relations", "{\"writes\":[" + writes + "]}");
  }
}
