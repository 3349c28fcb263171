package io.iamplane.bench.engine.decider;

import io.iamplane.bench.engine.workload.Workload;

/** An engine with a workload loaded. For one thread. */
@FunctionalInterface
public interface Decider {

  /** True when the request of that index is allowed. Anything but an answer is an exception. */
  boolean allows(int ask);

  /** An engine by the name that the tables show. */
  static Decider named(String name, Workload workload) {
    return switch (name) {
      case "this" -> new EngineDecider(workload);
      case "cedar-java" -> new CedarDecider(workload);
      case "jCasbin" -> new CasbinDecider(workload);
      default -> throw new IllegalArgumentException(name);
    };
  }
}
