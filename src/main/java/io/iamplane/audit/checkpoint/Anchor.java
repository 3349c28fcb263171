package io.iamplane.audit.checkpoint;

import io.iamplane.chain.AuditConfig;
import io.iamplane.shared.StartUpCheck;
import io.quarkus.runtime.LaunchMode;
import jakarta.inject.Singleton;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The directory that {@code iam.audit.anchor} names; a production start warns without one. */
@Singleton
class Anchor implements StartUpCheck {

  private final AuditConfig config;
  private final LaunchMode mode;

  Anchor(AuditConfig config, LaunchMode mode) {
    this.config = config;
    this.mode = mode;
  }

  @Override
  public List<Finding> findings() {
    return mode == LaunchMode.NORMAL && config.anchor().isEmpty()
        ? List.of(
            Finding.warning(
                "iam.audit.anchor",
                "not set, so a rollback of the whole database cannot be detected",
                "set it (or IAM_AUDIT_ANCHOR) to a directory that the database's owner "
                    + "cannot write to"))
        : List.of();
  }

  Optional<AnchorDirectory> directory() {
    return config.anchor().map(directory -> new AnchorDirectory(Path.of(directory)));
  }
}
