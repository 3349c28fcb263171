package io.iamplane.cli;

import io.iamplane.directory.organization.OrganizationService;
import jakarta.inject.Singleton;

/**
 * Distinguishes a database before its first use, about which there is nothing to report, from one
 * that lost its organizations while this process ran.
 */
@Singleton
class UnusedDatabase {

  private final Database database;
  private final OrganizationService organizations;
  private volatile boolean used;

  UnusedDatabase(Database database, OrganizationService organizations) {
    this.database = database;
    this.organizations = organizations;
  }

  /** Returns true if the database has no organization, and had none before. */
  boolean isOne() {
    database.requireSchema();
    used = used || organizations.platform().isPresent() || !organizations.all().isEmpty();
    return !used;
  }
}
