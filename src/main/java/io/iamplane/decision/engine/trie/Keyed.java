package io.iamplane.decision.engine.trie;

/** A value that knows the key under which a {@link KeyedMap} keeps it. */
public interface Keyed {
  long key();
}
