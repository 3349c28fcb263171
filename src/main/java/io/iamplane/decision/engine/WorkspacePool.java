package io.iamplane.decision.engine;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Workspaces at rest, so that deciding allocates next to nothing. Not a thread-local: virtual
 * threads would each make their own.
 */
final class WorkspacePool {

  private static final int SLOTS = 64;

  private final AtomicReferenceArray<Workspace> resting = new AtomicReferenceArray<>(SLOTS);

  Workspace take() {
    Workspace workspace = resting.getAndSet(slot(), null);
    return workspace == null ? new Workspace() : workspace;
  }

  void giveBack(Workspace workspace) {
    workspace.end();
    if (!workspace.isLarge()) {
      resting.set(slot(), workspace);
    }
  }

  private static int slot() {
    return (int) Thread.currentThread().threadId() & (SLOTS - 1);
  }
}
