package io.iamplane.decision.engine.generator;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Randomness that a seed repeats. */
public final class Dice {

  private final SplittableRandom random;

  public Dice(long seed) {
    random = new SplittableRandom(seed);
  }

  /** 0 to {@code bound - 1}. */
  public int roll(int bound) {
    return random.nextInt(bound);
  }

  /** True once in {@code times}. */
  public boolean once(int times) {
    return random.nextInt(times) == 0;
  }

  @SafeVarargs
  public final <T> T of(T... values) {
    return values[random.nextInt(values.length)];
  }

  public <T> T of(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** Null except once in {@code times}. */
  public <T> @Nullable T maybe(int times, Supplier<T> value) {
    return once(times) ? value.get() : null;
  }
}
