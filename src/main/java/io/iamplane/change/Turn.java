package io.iamplane.change;

import io.iamplane.change.WriterLines.Leadership;

/** The result of waiting for a writer's turn. */
sealed interface Turn {

  /** To begin a transaction; given back by {@link WriterLines#giveBack}. */
  record Lead(Leadership leadership) implements Turn {}

  /** To go on with a group's transaction. */
  record Join(WriterTurns.Joint joint) implements Turn {}

  /** The waiting room is full. */
  record Full() implements Turn {}

  /** None came by the deadline, or the thread was interrupted. */
  record Late() implements Turn {}
}
