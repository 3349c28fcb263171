package io.iamplane.migrate.text;

import io.iamplane.migrate.PeerEntry;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerTuple;

/** Takes relations and objects one at a time, as a file is read. It throws to end reading. */
@FunctionalInterface
public interface DataSink {

  void tuple(PeerTuple tuple) throws PeerFaultsException;

  default void object(PeerEntry entry) throws PeerFaultsException {}
}
