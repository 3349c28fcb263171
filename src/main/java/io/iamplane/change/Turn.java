package io.iamplane.change;

import io.iamplane.change.WriterLines.Leadership;

/** What a writer's turn is. */
sealed interface Turn {

  /** To begin a transaction; given back by {@link WriterLines#giveBack}. */
  record Lead(Leadership leadership) implements Turn {}

  /** To go on with a group's transaction. */
  record Join(WriterTurns.Joint joint) implements Turn {}

  /** As many wait as may. */
  record Full() implements Turn {}

  /** None came by the deadline, or the thread was interrupted. */
  record Late() implements Turn {}
}
