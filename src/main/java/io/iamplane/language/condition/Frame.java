package io.iamplane.language.condition;

import org.jspecify.annotations.Nullable;

/** The state of one evaluation: its attributes, its variables, and its remaining steps. */
final class Frame {

  private static final @Nullable Object[] NO_VARIABLES = {};

  private static final int FREE_CHARACTERS = 64;

  private final Attributes attributes;
  private final @Nullable Object[] variables;
  private final long limit;
  private long steps;

  public Frame(Attributes attributes, int variables, long limit) {
    this.limit = limit;
    this.steps = limit;
    this.attributes = attributes;
    this.variables = variables == 0 ? NO_VARIABLES : new Object[variables];
  }

  public Attributes attributes() {
    return attributes;
  }

  public @Nullable Object variable(int slot) {
    return variables[slot];
  }

  public void assign(int slot, @Nullable Object value) {
    variables[slot] = value;
  }

  /** Takes steps from the budget; false when it does not hold as many, and from then on. */
  public boolean spend(long cost) {
    steps = steps < cost ? -1 : steps - cost;
    return steps >= 0;
  }

  /** Takes the steps for looking at that many characters; short texts are free. */
  public boolean spendText(long characters) {
    return characters < FREE_CHARACTERS || spend(characters / FREE_CHARACTERS);
  }

  /** The steps taken so far; more than there were when it is exhausted. */
  public long spent() {
    return limit - steps;
  }

  public boolean exhausted() {
    return steps < 0;
  }
}
