package io.iamplane.decision.engine;

import io.iamplane.decision.engine.ReverseLookup.Prospect;
import java.util.Iterator;

/**
 * All names of a type, in order. Names without facts are unknown, as are external ids, since their
 * entries have names of their own.
 */
final class KnownNames implements Iterator<Prospect> {

  private final PolicySnapshot snapshot;
  private final Iterator<Ref> names;

  KnownNames(PolicySnapshot snapshot, Iterator<Ref> names) {
    this.snapshot = snapshot;
    this.names = names;
  }

  @Override
  public boolean hasNext() {
    return names.hasNext();
  }

  @Override
  public Prospect next() {
    Ref name = names.next();
    Node node = name.wildcard() ? null : snapshot.nodeIfKnown(name);
    boolean known = node != null && node.isResource() && snapshot.resolve(node).ref() == name;
    return new Prospect(name.id(), known);
  }
}
