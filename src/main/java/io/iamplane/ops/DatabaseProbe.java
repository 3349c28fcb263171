package io.iamplane.ops;

import io.iamplane.database.ControlConnections;
import io.iamplane.shared.ReadinessProbe;
import jakarta.inject.Singleton;

/** The database answers; on a connection that no request can hold. */
@Singleton
class DatabaseProbe implements ReadinessProbe {

  private final ControlConnections connections;

  DatabaseProbe(ControlConnections connections) {
    this.connections = connections;
  }

  @Override
  public String name() {
    return "database";
  }

  @Override
  public boolean ready() {
    return connections.sql().first("SELECT 1", row -> true).isPresent();
  }
}
