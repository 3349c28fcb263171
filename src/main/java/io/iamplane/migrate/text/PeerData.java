package io.iamplane.migrate.text;

import io.iamplane.migrate.PeerFaultsException;
import java.io.IOException;

/** Stored objects and relations that can be read again and again, from the beginning each time. */
@FunctionalInterface
public interface PeerData {

  void read(DataSink sink) throws IOException, PeerFaultsException;
}
