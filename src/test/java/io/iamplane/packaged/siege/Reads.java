package io.iamplane.packaged.siege;

import java.time.Duration;
import java.util.List;

/** Expensive reads: verification, exports, previews, effective permissions, long lists. */
final class Reads implements Attack {

  private static final int FULL = 16;
  private static final Duration PAUSE = Duration.ofMillis(50);

  private static final String PREVIEW =
      "{\"subject\":\"user:one\",\"privilege_type\":\"role\",\"privilege_key\":\"trap:reader\"}";

  private static final List<Read> READS =
      List.of(
          new Read("verify-chain", "POST", "audit/verify-chain", "{\"full\":true}"),
          new Read("export", "GET", "audit/export", ""),
          new Read("preview", "POST", "grants/preview", PREVIEW),
          new Read("effective", "GET", "users/one/effective-permissions", ""),
          new Read("users", "GET", "users?limit=100", ""),
          new Read("search", "GET", "users?q=pup&limit=100", ""),
          new Read("audit", "GET", "audit/events?limit=100", ""),
          new Read("feed", "GET", "events?after=0&limit=100", ""));

  /** A request and its name in the report. */
  private record Read(String name, String method, String path, String body) {}

  @Override
  public String name() {
    return "bulk reads";
  }

  @Override
  public void run(Target target, Tally tally) throws Exception {
    target.repeat(
        target.part(FULL),
        PAUSE,
        (wire, round) -> {
          Read read = READS.get((round + round / READS.size()) % READS.size());
          target.ask(
              wire, tally, read.name(), read.method(), Target.API + read.path(), read.body());
        });
  }
}
