package io.iamplane.chain;

import io.iamplane.shared.InstallationConfig;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;

/**
 * The names under which checkpoints are signed (C2SP tlog-checkpoint: a URL without its scheme):
 * the installation's issuer, {@code /audit}, and for each log the organization's id.
 */
@Singleton
public class LogOrigin {

  private final String keyName;

  LogOrigin(InstallationConfig installation) {
    // A name of a key holds neither white space nor a plus sign.
    this.keyName =
        installation
                .issuer()
                .replaceFirst("^[A-Za-z][A-Za-z0-9.-]*://", "")
                .replaceAll("[\\s+]", "-")
            + "/audit";
  }

  /** The name of the keys that sign for every organization. */
  public String keyName() {
    return keyName;
  }

  public String of(OrganizationId organization) {
    return keyName + "/" + organization;
  }
}
