package io.iamplane.migrate.text;

import io.iamplane.migrate.PeerEntry;
import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerTuple;

/** Takes relations and objects one at a time, as a file is read. */
@FunctionalInterface
public interface DataSink {

  /**
   * Takes a relation.
   *
   * @throws PeerFaultsException to end reading
   */
  void tuple(PeerTuple tuple) throws PeerFaultsException;

  /**
   * Takes an object.
   *
   * @throws PeerFaultsException to end reading
   */
  default void object(PeerEntry entry) throws PeerFaultsException {}
}
