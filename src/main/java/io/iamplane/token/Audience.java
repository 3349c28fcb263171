package io.iamplane.token;

import io.quarkus.runtime.LaunchMode;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.jboss.logging.Logger;

/** The audience of this API's tokens. If unset in production, no token is valid. */
@Singleton
class Audience {

  static final String PROPERTY = "iam.admin.audience";
  static final String DEVELOPMENT = "iam-admin";
  private static final Logger LOG = Logger.getLogger(Audience.class);

  private final Optional<String> value;

  Audience(AdminConfig config, LaunchMode mode) {
    Optional<String> configured = config.audience().filter(audience -> !audience.isBlank());
    if (configured.isEmpty() && mode != LaunchMode.NORMAL) {
      LOG.infof("%s is not set; development uses %s", PROPERTY, DEVELOPMENT);
      configured = Optional.of(DEVELOPMENT);
    }
    this.value = configured;
  }

  /** Empty when none is configured: then nothing is issued and nothing accepted. */
  Optional<String> value() {
    return value;
  }
}
