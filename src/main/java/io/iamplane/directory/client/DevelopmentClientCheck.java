package io.iamplane.directory.client;

import io.iamplane.database.DatabaseException;
import io.iamplane.shared.StartUpCheck;
import io.quarkus.runtime.LaunchMode;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/** Refuses a production start beside a client with a secret from our documentation. */
@Singleton
class DevelopmentClientCheck implements StartUpCheck {

  private static final Logger LOG = Logger.getLogger(DevelopmentClientCheck.class);

  private final Supplier<List<String>> developmentClients;
  private final boolean production;

  @Inject
  DevelopmentClientCheck(ClientQuery store, LaunchMode mode) {
    this(store::development, mode == LaunchMode.NORMAL);
  }

  DevelopmentClientCheck(Supplier<List<String>> developmentClients, boolean production) {
    this.developmentClients = developmentClients;
    this.production = production;
  }

  @Override
  public List<Finding> findings() {
    return production ? read().stream().map(DevelopmentClientCheck::finding).toList() : List.of();
  }

  private List<String> read() {
    try {
      return developmentClients.get();
    } catch (DatabaseException e) {
      // Unreachable or not yet migrated: the token endpoint does not know such clients anyway.
      LOG.debug("could not check for development clients", e);
      return List.of();
    }
  }

  private static Finding finding(String clientId) {
    return Finding.severe(
        "quarkus.datasource.jdbc.url",
        "the database contains the development client " + clientId + ", whose secret is public",
        "use a database that iam:demo:load has never written to");
  }
}
