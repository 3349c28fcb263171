package io.iamplane.decision.engine;

import io.iamplane.shared.SubjectRef;

/** What tests of other packages ask a snapshot about the directory. */
public final class SnapshotEntries {

  private SnapshotEntries() {}

  /** Whether the snapshot knows the subject as active. */
  public static boolean isActive(PolicySnapshot snapshot, SubjectRef subject) {
    Node node = snapshot.named(snapshot.symbols().number(subject.type()), subject.id());
    return node != null && node.entry() != null && node.entry().active();
  }
}
