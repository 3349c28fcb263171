package io.iamplane.decision.engine;

import io.iamplane.shared.SubjectRef;

/** Questions about a snapshot's directory, for tests of other packages. */
public final class SnapshotEntries {

  private SnapshotEntries() {}

  /** Returns true if the subject is active in the snapshot. */
  public static boolean isActive(PolicySnapshot snapshot, SubjectRef subject) {
    Node node = snapshot.named(snapshot.symbols().number(subject.type()), subject.id());
    return node != null && node.entry() != null && node.entry().active();
  }
}
