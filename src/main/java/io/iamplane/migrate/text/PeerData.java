package io.iamplane.migrate.text;

import io.iamplane.migrate.PeerFaultsException;
import io.iamplane.migrate.PeerObject;
import io.iamplane.migrate.PeerTuple;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stored objects and relations that can be read again and again, from the beginning each time. */
@FunctionalInterface
public interface PeerData {

  void read(DataSink sink) throws IOException, PeerFaultsException;

  /** Takes relations and objects one at a time, as a file is read. It throws to end reading. */
  @FunctionalInterface
  interface DataSink {

    void tuple(PeerTuple tuple) throws PeerFaultsException;

    default void object(PeerEntry entry) throws PeerFaultsException {}
  }

  /** An object that is stored by itself, with its name for people and its properties. */
  record PeerEntry(PeerObject object, @Nullable String name, Map<String, Object> properties) {}
}
