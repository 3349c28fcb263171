package io.iamplane.peer.text;

import io.iamplane.peer.PeerEntry;
import io.iamplane.peer.PeerFaultsException;
import io.iamplane.peer.PeerTuple;

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
