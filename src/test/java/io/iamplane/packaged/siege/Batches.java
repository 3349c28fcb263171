package io.iamplane.packaged.siege;

import java.time.Duration;

/** Batches of a thousand checks that share 0.9 MB of context, natively and as AuthZEN has them. */
final class Batches implements Attack {

  private static final int CONTEXT_BYTES = 900_000;
  private static final int CHECKS = 1_000;
  private static final Duration PAUSE = Duration.ofMillis(500);

  @Override
  public String name() {
    return "large batches";
  }

  @Override
  public void run(Target target, Tally tally) throws Exception {
    String context = "{\"l\":[" + "1,".repeat(CONTEXT_BYTES / 2) + "1]}";
    String checks = "{},".repeat(CHECKS - 1) + "{}";
    String natively =
        "{\"subject\":\"user:one\",\"permission\":\"trap:document.open\","
            + "\"resource\":\"document:one\",\"context\":%s,\"checks\":[%s]}"
                .formatted(context, checks);
    String authzen =
        "{\"subject\":{\"type\":\"user\",\"id\":\"one\"},"
            + "\"action\":{\"name\":\"trap:document.open\"},"
            + "\"resource\":{\"type\":\"document\",\"id\":\"one\"},"
            + "\"context\":%s,\"evaluations\":[%s]}".formatted(context, checks);
    target.repeat(
        target.part(4),
        PAUSE,
        (wire, round) -> {
          boolean even = round % 2 == 0;
          String path = even ? Target.API + "decisions/batch" : "/access/v1/evaluations";
          target.ask(
              wire, tally, even ? "batch" : "AuthZEN", "POST", path, even ? natively : authzen);
        });
  }
}
