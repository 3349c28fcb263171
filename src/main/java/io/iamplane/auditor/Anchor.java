package io.iamplane.auditor;

import io.iamplane.audit.AuditConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Path;
import java.util.Optional;

/** The directory that {@code iam.audit.anchor} names. */
@ApplicationScoped
class Anchor {

  private final AuditConfig config;

  Anchor(AuditConfig config) {
    this.config = config;
  }

  Optional<AnchorDirectory> directory() {
    return config.anchor().map(directory -> new AnchorDirectory(Path.of(directory)));
  }
}
