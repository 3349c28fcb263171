package io.iamplane.decision.engine;

/** A value that knows the key under which a {@link KeyedMap} keeps it. */
interface Keyed {
  long key();
}
