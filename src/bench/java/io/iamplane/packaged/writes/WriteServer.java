package io.iamplane.packaged.writes;

import java.io.IOException;
import java.util.Map;

/** A server that writes, with a database of its own and {@link WriteVolume#TENANTS} tenants. */
public interface WriteServer extends AutoCloseable {

  String name();

  int port();

  ProcessHandle process();

  /** The kinds of thing that it can write, and the name of each there. */
  Map<WriteKind, String> kinds();

  /** Makes tokens for so many tenants, where tokens end. */
  void login(int tenants) throws IOException;

  /**
   * The request that writes something new.
   *
   * @param number another one each time for the same kind and tenant, from 0
   */
  Write write(WriteKind kind, int tenant, int number);

  @Override
  void close();
}
