package io.iamplane.change;

/** Keeps interrupts from a thread: one would close the connection that others wait for. */
final class Shield {

  private boolean isInterrupted;

  /** Takes an interrupt off the thread. */
  void raise() {
    isInterrupted |= Thread.interrupted();
  }

  /** Gives the thread back the interrupts that came meanwhile. */
  void lower() {
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
