package io.iamplane.packaged.siege;

import java.time.Duration;

/** Many writers of one tenant: each change waits for the tenant's lock. */
final class Writers implements Attack {

  private static final int FULL = 64;
  private static final Duration PAUSE = Duration.ofMillis(50);

  @Override
  public String name() {
    return "writers";
  }

  @Override
  public void run(Target target, Tally tally) throws Exception {
    long run = System.nanoTime();
    target.repeat(
        target.part(FULL),
        PAUSE,
        (wire, round) -> {
          // Every second key is used by two, who wait for each other, too.
          String key = run + "-" + (round % 2 == 0 ? round : round / 4 * 4);
          String[] with = Target.headers(target.token(), Target.anyAddress());
          String[] headers = java.util.Arrays.copyOf(with, with.length + 2);
          headers[with.length] = "Idempotency-Key";
          headers[with.length + 1] = key;
          target.ask(
              wire,
              tally,
              "user",
              "POST",
              Target.API + "users",
              "{\"name\": \"Puppet\", \"external_id\": \"" + key + "\"}",
              headers);
        });
  }
}
