package io.iamplane.bench.engine;

import io.iamplane.bench.engine.decider.Decider;
import io.iamplane.bench.engine.workload.Workload;
import java.util.List;

/** The engines give the same answers; a question on which they differ is not worth timing. */
final class Agreement {

  private Agreement() {}

  /**
   * Asks every engine every request.
   *
   * @return how many are allowed
   * @throws IllegalStateException when two answers differ
   */
  static int of(String name, List<String> engines) {
    Workload workload = Workload.named(name);
    List<Decider> deciders =
        engines.stream().map(engine -> Decider.named(engine, workload)).toList();
    int allowed = 0;
    for (int i = 0; i < workload.asks().size(); i++) {
      boolean first = deciders.getFirst().allows(i);
      allowed += first ? 1 : 0;
      for (int j = 1; j < deciders.size(); j++) {
        if (deciders.get(j).allows(i) != first) {
          throw new IllegalStateException(
              "%s: %s says %s, %s does not, to %s"
                  .formatted(
                      name, engines.getFirst(), first, engines.get(j), workload.asks().get(i)));
        }
      }
    }
    return allowed;
  }
}
